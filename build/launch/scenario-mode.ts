/** On what scenarios run: on SQLite or PostgreSQL, against one copy of the server or two over one store. */
export interface ScenarioMode {
  /** The variables that the tests read. */
  readonly env: Readonly<Record<string, string>>
  /** The arguments for vitest: all files when empty. */
  readonly rest: readonly string[]
}

const STORES = ['sqlite', 'postgres']

/**
 * Reads `--pair` (two copies) and `--store sqlite|postgres` from a command line.
 * @throws when the store is another one
 */
export function readMode(args: readonly string[]): ScenarioMode {
  const env: Record<string, string> = {}
  const rest: string[] = []
  const waiting = [...args]
  for (let arg = waiting.shift(); arg !== undefined; arg = waiting.shift()) {
    const [name, value] = arg.split('=', 2)
    if (arg === '--pair') env['PAIR'] = '1'
    else if (name === '--store') env['STORE'] = storeOf(value ?? waiting.shift())
    else rest.push(arg)
  }
  return { env, rest }
}

function storeOf(name: string | undefined): string {
  if (name === undefined || !STORES.includes(name)) throw new Error(`--store is ${STORES.join(' or ')}`)
  return name
}
