import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { postgresPrograms } from './cluster.ts'

/**
 * The tests write 0 and 1 for the flags of SQLite. Within this transaction, PostgreSQL takes them for booleans where a
 * column is written.
 */
const FLAGS = (context: 'a' | 'e') =>
  `UPDATE pg_cast SET castcontext = '${context}' WHERE castsource = 'int4'::regtype AND casttarget = 'bool'::regtype`

/** Runs a statement of SQLite's tests, as far as it is the same SQL, and waits for it. @param sql with `?` for the values */
export function changePostgres(url: string, sql: string, values: readonly (string | number | null)[]): void {
  let place = 0
  const text = sql.replace(/\?/g, () => literal(values[place++] ?? null))
  const input = ['BEGIN', FLAGS('a'), text, FLAGS('e'), 'COMMIT'].map((one) => `${one};\n`).join('')
  execFileSync(join(postgresPrograms(), 'psql'), ['-X', '-q', '-v', 'ON_ERROR_STOP=1', url], { input })
}

function literal(value: string | number | null): string {
  if (value === null) return 'NULL'
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
}
