import type { TestServer } from '../support/test-server.ts'

/** The audit rows of acts by this name: the person, the subject, before and after as stored. */
export async function auditRows(server: TestServer, action: string) {
  const rows = await server.store.read((unit) => unit.audit.after(0, 10_000))
  return rows
    .filter((row) => row.action === action)
    .map((row) => ({
      ...row,
      before: row.before === '' ? undefined : (JSON.parse(row.before) as Record<string, unknown>),
      after: row.after === '' ? undefined : (JSON.parse(row.after) as Record<string, unknown>),
    }))
}
