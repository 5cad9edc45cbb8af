import tseslint from 'typescript-eslint'

/** A rule in the form of both linters. */
type Rule = 'error' | 'off' | ['error', ...unknown[]]
type Rules = Readonly<Record<string, Rule>>

/** Our differences from typescript-eslint's strict rules. */
const OWN: Rules = {
  // Numbers in texts are what a log line or a label is made of.
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
  // Repositories answer promises because PostgreSQL will; SQLite's have nothing to wait for.
  '@typescript-eslint/require-await': 'off',
  '@typescript-eslint/consistent-type-imports': 'error',
  // A name that begins with _ says that it is there to be left out.
  '@typescript-eslint/no-unused-vars': [
    'error',
    { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
  ],
  'max-lines': ['error', { max: 300, skipBlankLines: true }],
  'no-console': 'error',
  eqeqeq: 'error',
}

/** The compiler refuses enums (erasableSyntaxOnly), and oxlint has no rule for instances of classes. */
const LEFT_OUT = ['no-unsafe-enum-assignment', 'no-unsafe-class-instance-assignment'].map(
  (name) => `@typescript-eslint/${name}`,
)

/** The rules for TypeScript everywhere. ESLint checks components with them, and oxlint everything else. */
export const RULES: Rules = { ...strictRules(), ...OWN }

/** The rules that typescript-eslint turns on. */
function strictRules(): Record<string, Rule> {
  const all = tseslint.configs.strictTypeChecked.flatMap(({ rules = {} }) => Object.entries(rules))
  const found: Record<string, Rule> = {}
  for (const [name, rule] of all) {
    const list: readonly unknown[] = Array.isArray(rule) ? rule : [rule]
    const [level, ...options] = list
    if (level === 'error' && !LEFT_OUT.includes(name)) found[name] = ['error', ...options]
  }
  return found
}
