import { databaseUrlPassword } from '../../../../../../src/adapters/reviewers/rules/rules/database-url-password.ts'
import { describeRule } from '../../../../../support/check-rule.ts'
import { databaseUrl } from '../../../../../support/secrets.ts'

const line = (user: string, password: string, host: string) => [
  `+url = "${databaseUrl(user, password, host)}"`,
]

describeRule(databaseUrlPassword, {
  finds: {
    'a password of a hosted database': {
      path: 'src/db.ts',
      diff: line('app', 'kR7mzQ2w', 'db.acme.io'),
      at: 1,
    },
    'a password in an env file': {
      path: '.env',
      diff: [`+DATABASE_URL=${databaseUrl('app', 'kR7mzQ2w', 'db.acme.io:5432')}`],
      at: 1,
    },
    'a password of MongoDB': {
      path: 'src/db.ts',
      diff: [`+connect('mongodb+srv:${'//'}app:kR7mzQ2w@cluster0.mongodb.net/x')`],
      at: 1,
    },
    'a password with escaped characters': {
      path: 'a.py',
      diff: line('app', 'kR%407mzQ2w', 'db.acme.io'),
      at: 1,
    },
  },
  passes: {
    'a database on this machine': { path: 'src/db.ts', diff: line('app', 'kR7mzQ2w', 'localhost') },
    'a database in a container': { path: 'compose.yaml', diff: line('app', 'kR7mzQ2w', 'db') },
    'a database at an address of a private network': {
      path: 'a.ts',
      diff: line('app', 'kR7mzQ2w', '10.0.0.7'),
    },
    'a password that is filled in': { path: 'src/db.ts', diff: line('app', `\${password}`, 'db.acme.io') },
    'a password that is formatted in': { path: 'src/db.go', diff: line('%s', '%s', 'db.acme.io') },
    'a host that is filled in': { path: 'src/db.ts', diff: line('app', 'kR7mzQ2w', `\${host}`) },
    'the word password': { path: 'src/db.ts', diff: line('user', 'password', 'db.acme.io') },
    'a password like its user': { path: 'src/db.ts', diff: line('reader', 'reader', 'db.acme.io') },
    'a made-up host': { path: 'src/db.ts', diff: line('app', 'kR7mzQ2w', 'db.example.com') },
    'an address without a password': { path: 'src/db.ts', diff: [`+'postgres:${'//'}app@db.acme.io/shop'`] },
    'a password in a test': { path: 'tests/db.py', diff: line('app', 'kR7mzQ2w', 'db.acme.io') },
    'an address of the web': { path: 'src/a.ts', diff: [`+fetch('https:${'//'}app:kR7mzQ2w@acme.io/x')`] },
  },
})
