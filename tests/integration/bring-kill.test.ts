import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { KilledServer } from '../support/killed-server.ts'
import { writeDump } from '../support/original-dump.ts'
import { until } from '../support/until.ts'

const CODES = 2500
let server: KilledServer

const record = () => server.client.call('bring_get', {})
const ended = () => until(async () => !['checking', 'running'].includes((await record()).state), 'the end')
const codesHere = async () =>
  (await server.client.call('code_list', { filter: { app: 10_001 }, size: 1, exact: true })).total

async function sendAndCheck(dump: string): Promise<void> {
  const data = Buffer.from(dump).toString('base64')
  await server.client.call('bring_piece', { name: 'old.sql', at: 0, data })
  await server.client.call('bring_check', { system: 'php' })
  await ended()
}

beforeAll(async () => {
  server = await KilledServer.begin('bring-kill')
})
afterAll(() => server.end())

it('after a kill in the middle of an import, the same file continues it', async () => {
  const appkm = Array.from({ length: CODES }, (_, at) => ({ kami: `CODE-${at}`, note: `'note' ${at}` }))
  const dump = writeDump({ apps: [{ id: 10_001 }], appkm })
  await sendAndCheck(dump)
  await server.client.call('bring_start', {})
  // Steps of 500 codes: some are here, and not all.
  await until(async () => (await codesHere()) > 0, 'the first step')
  await server.kill()
  await server.start()
  const before = await codesHere()
  expect(before % 500).toBe(0)
  expect(existsSync(join(server.folder, 'bring-over.part'))).toBe(false)
  const after = await record()
  expect(after.state).toBe('empty')
  if (before < CODES) expect(after.unfinished).toMatchObject({ file: 'old.sql' })

  await sendAndCheck(dump)
  await server.client.call('bring_start', {})
  await ended()
  const { report, unfinished } = await record()
  expect(report!.tables.find(({ table }) => table === 'yixi_appkm')).toMatchObject({
    read: CODES,
    taken: CODES - before,
    same: before,
    left: 0,
  })
  expect(unfinished).toBeNull()
  expect(await codesHere()).toBe(CODES)
})
