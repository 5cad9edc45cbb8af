import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { postgresPrograms } from './cluster.ts'

/**
 * Runs a statement with `?` for values on a database, and waits for it. A value is a literal without a type, so 0 and 1
 * are flags too.
 */
export function runStatement(url: string, sql: string, values: readonly (string | number | null)[]): void {
  const waiting = [...values]
  const text = sql.replaceAll('?', () => literal(waiting.shift() ?? null))
  execFileSync(join(postgresPrograms(), 'psql'), ['-qX', '-v', 'ON_ERROR_STOP=1', '-c', text, url])
}

function literal(value: string | number | null): string {
  return value === null ? 'NULL' : `'${String(value).replaceAll("'", "''")}'`
}
