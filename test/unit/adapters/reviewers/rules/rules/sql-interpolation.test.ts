import { sqlInterpolation } from '../../../../../../src/adapters/reviewers/rules/rules/sql-interpolation.ts'
import { describeRule } from '../../../../../support/check-rule.ts'

const ts = 'src/users.ts'
// Spelt out, a hole in a plain string looks like a slip to the linter.
const js = (text: string) => text.replaceAll('«', '${').replaceAll('»', '}')
const py = 'app/users.py'

describeRule(sqlInterpolation, {
  finds: {
    'a template': { path: ts, diff: [js('+db.query(`SELECT * FROM users WHERE id = «id»`)')], at: 1 },
    'a quoted value': {
      path: ts,
      diff: [' x', js("+db.query(`DELETE FROM users WHERE name = '«name»'`)")],
      at: 2,
    },
    'a value to insert': {
      path: ts,
      diff: [js("+await db.exec(`INSERT INTO t (a) VALUES ('«req.body.a»')`)")],
      at: 1,
    },
    'a concatenation': {
      path: ts,
      diff: [`+db.query("SELECT * FROM users WHERE name = '" + name + "'")`],
      at: 1,
    },
    'an f-string': { path: py, diff: [`+cur.execute(f"SELECT * FROM users WHERE name = '{name}'")`], at: 1 },
    'an old format': { path: py, diff: [`+cur.execute("SELECT * FROM u WHERE name = '%s'" % name)`], at: 1 },
    'a format call': {
      path: py,
      diff: [`+cur.execute("SELECT * FROM u WHERE name = '{}'".format(name))`],
      at: 1,
    },
    'a search': {
      path: ts,
      diff: [js("+db.query(`SELECT * FROM users WHERE name LIKE '%«term»%'`)")],
      at: 1,
    },
    Sprintf: { path: 'a.go', diff: [`+q := fmt.Sprintf("SELECT * FROM u WHERE name = '%s'", name)`], at: 1 },
    'a variable of PHP': { path: 'a.php', diff: [`+$db->query("SELECT * FROM u WHERE id = '$id'");`], at: 1 },
    'a string of Java': { path: 'A.java', diff: [`+st.execute("SELECT * FROM u WHERE id = " + id);`], at: 1 },
    'an interpolation of Ruby': { path: 'a.rb', diff: [`+exec("SELECT * FROM u WHERE id = #{id}")`], at: 1 },
  },
  passes: {
    parameters: { path: ts, diff: ["+db.query('SELECT * FROM users WHERE id = $1', [id])"] },
    'numbered parameters': { path: ts, diff: [js('+db.query(`SELECT * FROM users WHERE id = $«n»`, [id])')] },
    'a tagged template': {
      path: ts,
      diff: [
        js('+await sql`SELECT * FROM users WHERE id = «id»`'),
        js('+sql<User>`SELECT a FROM b WHERE id = «id»`'),
      ],
    },
    'the name of a table': { path: ts, diff: [js('+db.query(`SELECT * FROM «table» WHERE id = ?`, [id])')] },
    'a constant': { path: ts, diff: [js('+db.query(`SELECT * FROM users WHERE kind = «KIND»`)')] },
    'what is escaped': { path: ts, diff: [js('+db.query(`SELECT * FROM users WHERE id = «escape(id)»`)')] },
    'what is sanitised': {
      path: ts,
      diff: [js("+db.query(`SELECT a FROM b WHERE c = '«this.sanitizeValue(id)»'`)")],
    },
    'a column of another table': {
      path: ts,
      diff: [js('+db.query(`SELECT * FROM a JOIN b ON a.id = «b».id`)')],
    },
    'placeholders of a driver': {
      path: py,
      diff: [`+cur.execute("SELECT * FROM u WHERE name = %s", (name,))`],
    },
    'a sentence': {
      path: ts,
      diff: [js('+say(`Select a file from «list» where x = «y»`)'), js('+const s = `update = «x»`')],
    },
    'a log line': { path: ts, diff: [js('+console.log(`SELECT * FROM users WHERE id = «id»`)')] },
    'a test': { path: 'test/users.test.ts', diff: [js('+db.query(`SELECT * FROM users WHERE id = «id»`)')] },
    'a migration': { path: 'migrations/01.ts', diff: [js('+db.query(`UPDATE users SET a = «a»`)')] },
  },
})
