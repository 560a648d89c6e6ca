import type { FileView, SourceLine } from '../file-view.ts'
import { newLines, type Rule, SHIPPED } from '../rule.ts'

const YAML_LOAD = /\byaml\.load(?:_all)?\(/
const LOADER = /Loader\b|\bsafe\b/
const UNSAFE =
  /\byaml\.(?:unsafe_load(?:_all)?\(|load(?:_all)?\(.{0,200}\b(?:yaml\.)?(?:UnsafeLoader|Loader)\b(?!\s*=))/
const SAFE = /\b(?:C?SafeLoader|FullLoader|BaseLoader|RoundTripLoader)\b/
/** Its `load` is safe, and its object is called `yaml` by custom. */
const RUAMEL = /\bruamel\b|\bYAML\(|yaml_?safe/
/** Reading back what the program itself stored is fine; what came from outside is not. */
const UNPICKLE = /\b(?:c?[pP]ickle|dill|cloudpickle|marshal)\.loads?\((.{1,200})/
const OUTSIDE =
  /\brequest\b|\breq\.|\.recv\w*\(|\bcookies?\b|\bresponse\b|\bresp\.|\.body\b|b64decode|urlopen|\bpayload\b|\bupload/i
const RUBY = /\b(?:YAML\.unsafe_load|Marshal\.load\((?:params|cookies|request)|YAML\.unsafe_load_file)\b/

export const unsafeLoad: Rule = {
  id: 'unsafe-load',
  severity: 'critical',
  topic: 'security',
  confidence: 'likely',
  reason: 'Loading this data can run code that it contains.',
  fix: 'Use a safe loader (`yaml.safe_load`), or a format that is only data, such as JSON.',
  kinds: SHIPPED,
  languages: ['python', 'ruby'],
  check: file =>
    newLines(file, (line, hunk, index) =>
      file.language === 'ruby'
        ? RUBY.test(line.code)
        : loadsUnsafely(file, line, hunk.slice(index, index + 5)),
    ),
}

function loadsUnsafely(file: FileView, { code }: SourceLine, below: readonly SourceLine[]): boolean {
  const call = below.map(line => line.code).join(' ')
  if (UNSAFE.test(code)) return !SAFE.test(code)
  if (YAML_LOAD.test(code)) return !LOADER.test(call) && !mentionsRuamel(file)
  const [, loaded = ''] = UNPICKLE.exec(code) ?? []
  return OUTSIDE.test(loaded)
}

const mentionsRuamel = (file: FileView): boolean =>
  file.hunks.some(hunk => hunk.some(line => RUAMEL.test(line.text)))
