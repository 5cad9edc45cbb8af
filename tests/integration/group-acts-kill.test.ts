import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { KilledServer } from '../support/killed-server.ts'
import { until } from '../support/until.ts'

const ACCOUNTS = 10_000
const PIECE = 5000
let server: KilledServer
let app: number

beforeAll(async () => {
  server = await KilledServer.begin('group-acts-kill')
  ;({ app } = await server.client.call('app_create', { name: 'Gold' }))
  for (let piece = 0; piece < ACCOUNTS / PIECE; piece++) {
    const rows = Array.from({ length: PIECE }, (_, n) => ({
      account_key: `${piece * PIECE + n + 1}@Broker`,
      vip: 4_102_243_200,
    }))
    await server.client.call('device_import', { app, rows })
  }
})
afterAll(() => server.end())

const toPause = async () =>
  (await server.client.call('group_pause', { group: { app }, dry_run: true })).accounts
const writtenAt = () => statSync(join(server.folder, 'pulsekey.db-wal')).mtimeMs

it('a pause of 10,000 accounts is whole or absent after a kill at any moment, and takes seconds', async () => {
  const order = { group: { app }, accounts: ACCOUNTS, reason: 'news' }
  const kills = [
    // At once after the order is sent, and when the server writes it to its log.
    () => Promise.resolve(),
    (before: number) => until(() => writtenAt() !== before, 'the server writes the log of its database'),
  ]
  for (const kill of kills) {
    const before = writtenAt()
    const answer = server.client.try('group_pause', order).catch(() => undefined)
    await kill(before)
    await server.kill()
    await answer
    await server.start()
    const [act] = (await server.client.call('group_act_list', {})).rows
    const left = await toPause()
    expect([left, act?.left ?? 0]).toEqual(left === 0 ? [0, ACCOUNTS] : [ACCOUNTS, 0])
    // The same order again completes it, or is refused because everything is paused.
    const again = await server.client.try('group_pause', order)
    expect(again.code).toBe(left === 0 ? 409 : 200)
    expect(await toPause()).toBe(0)
    const { id } = (await server.client.call('group_act_list', {})).rows[0]!
    expect(await server.client.call('group_resume', { id })).toMatchObject({ accounts: ACCOUNTS })
    expect(await toPause()).toBe(ACCOUNTS)
  }
})
