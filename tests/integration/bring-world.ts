import type { ActionInput, ActionOutput } from '../../src-server/contract/actions/index.ts'
import { OWNER_PASSWORD, type TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

export type BringRecord = ActionOutput<'bring_get'>

/** Sends a file in pieces, as the console does. */
export async function sendFile(
  server: TestServer,
  file: string | Uint8Array,
  piece = 200_000,
): Promise<void> {
  const bytes = Buffer.from(file)
  for (let at = 0; at < bytes.length; at += piece) {
    const data = bytes.subarray(at, at + piece).toString('base64')
    await server.act('bring_piece', { name: 'old.sql', at, data })
  }
}

/** Checks the file that was sent. @returns the record when the check has ended */
export async function check(
  server: TestServer,
  input: ActionInput<'bring_check'> = { system: 'php' },
): Promise<BringRecord> {
  await server.act('bring_check', input)
  return ended(server)
}

/** Starts the import. @returns the record when it has ended */
export async function bring(
  server: TestServer,
  input: ActionInput<'bring_start'> = {},
): Promise<BringRecord> {
  await server.act('step_up', { password: OWNER_PASSWORD })
  await server.act('bring_start', input)
  return ended(server)
}

function ended(server: TestServer): Promise<BringRecord> {
  return until(async () => {
    const record = await server.act('bring_get', {})
    return record.state !== 'checking' && record.state !== 'running' && record
  }, 'the end of the work')
}

/** The counts of the report by table, without the prefix of the tables. */
export function countsOf({ report }: BringRecord): Record<string, readonly number[]> {
  return Object.fromEntries(
    report!.tables.map(({ table, read, taken, same, left }) => [
      table.replace(/^[a-z]+_/, ''),
      [read, taken, same, left],
    ]),
  )
}
