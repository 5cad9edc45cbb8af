import { openDatabase } from '../../support/database.ts'
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
  return [...(await storedTexts(server)), ...secretsRead(read)]
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
async function storedTexts(server: TestServer): Promise<string[]> {
  const db = await openDatabase(server)
  try {
    const columns = (await db.columns()).filter(
      ({ table, column }) => table !== 'audit' && table !== 'meta' && COLUMN_NAMES.test(column),
    )
    const texts: string[] = []
    for (const { table, column } of columns)
      for (const { value } of await db.rows<{ value: unknown }>(
        `SELECT DISTINCT "${column}" AS value FROM "${table}"`,
      ))
        if (typeof value === 'string' && value.length >= SHORTEST) texts.push(value)
    return texts
  } finally {
    await db.close()
  }
}
