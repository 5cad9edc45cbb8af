import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { KilledServer } from '../support/killed-server.ts'
import { until } from '../support/until.ts'

const ACCOUNTS = 4000
let server: KilledServer
let app: number

beforeAll(async () => {
  server = await KilledServer.begin('group-acts-kill')
  ;({ app } = await server.client.call('app_create', { name: 'Gold' }))
  const rows = Array.from({ length: ACCOUNTS }, (_, n) => ({
    account_key: `${n + 1}@Broker`,
    vip: 4_102_243_200,
  }))
  await server.client.call('device_import', { app, rows })
})
afterAll(() => server.end())

const toPause = async () =>
  (await server.client.call('group_pause', { group: { app }, dry_run: true })).accounts
const writtenAt = () => statSync(join(server.folder, 'pulsekey.db-wal')).mtimeMs

it('a pause of 4,000 accounts is whole or absent after a kill while the server writes it', async () => {
  const order = { group: { app }, accounts: ACCOUNTS, reason: 'news' }
  const before = writtenAt()
  const answer = server.client.try('group_pause', order).catch(() => undefined)
  await until(() => writtenAt() !== before, 'the server writes the log of its database')
  await server.kill()
  await answer
  await server.start()
  const acts = async () => (await server.client.call('group_act_list', {})).rows
  const left = await toPause()
  expect([left, (await acts()).map((act) => act.left)]).toEqual(left === 0 ? [0, [ACCOUNTS]] : [ACCOUNTS, []])
  // The same order again completes it, or is refused because everything is paused.
  expect((await server.client.try('group_pause', order)).code).toBe(left === 0 ? 409 : 200)
  const [act] = await acts()
  expect(await server.client.call('group_resume', { id: act!.id })).toMatchObject({ accounts: ACCOUNTS })
  expect(await toPause()).toBe(ACCOUNTS)
})
