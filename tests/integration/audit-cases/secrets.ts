import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { TestServer } from '../../support/test-server.ts'

/** Members of inputs and answers that are secrets or lead to secrets. */
const NAMES = /password|secret|token|appkey|rc4_key|private_key|csrf|otp|recovery|pass$/
/** Columns with secrets: `table.column`. */
const COLUMN_NAMES = /password|hash|secret|token|digest|appkey|rc4|private_key|code_hash/
/** Shorter texts occur by chance. */
const SHORTEST = 6

/** Every text under such a name, at any depth. */
export function secretsIn(value: unknown, under = ''): string[] {
  if (typeof value === 'string') return NAMES.test(under) && value.length >= SHORTEST ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    secretsIn(member, Array.isArray(value) ? under : key),
  )
}

/** The secrets that the database holds, as they are stored and as the server reads them. */
export async function secretsKept(server: TestServer): Promise<string[]> {
  const read = await server.store.read(async (unit) => ({
    applications: await unit.applications.all(),
    settings: await unit.settings.all(),
  }))
  return [...storedTexts(server), ...secretsRead(read)]
}

/** Every text under a secret member of what the server reads, where names have capitals instead of underscores. */
function secretsRead(value: unknown, under = ''): string[] {
  if (typeof value === 'string')
    return /password|secret|appkey$|rc4key$|privatekey$/i.test(under) && value.length >= SHORTEST
      ? [value]
      : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => secretsRead(member, key))
}

/** The texts of such columns in the database, except the audit log's own chain. */
function storedTexts(server: TestServer): string[] {
  const db = new Database(join(server.folder, 'pulsekey.db'), { readonly: true })
  try {
    const columns = db
      .prepare<[], { table: string; column: string }>(
        `SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m JOIN pragma_table_info(m.name) c
        WHERE m.type = 'table' AND m.name NOT IN ('audit', 'meta') AND m.name NOT LIKE 'sqlite_%'`,
      )
      .all()
      .filter(({ column }) => COLUMN_NAMES.test(column))
    return columns.flatMap(({ table, column }) =>
      db
        .prepare<[], string>(`SELECT DISTINCT "${column}" FROM "${table}"`)
        .pluck()
        .all()
        .filter((value) => typeof value === 'string' && value.length >= SHORTEST),
    )
  } finally {
    db.close()
  }
}
