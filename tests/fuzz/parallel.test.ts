import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { openFuzzWorld, type FuzzWorld } from './fuzz-world.ts'

/** A single grant is granted once, in any number of simultaneous calls. */

let server: TestServer
let world: FuzzWorld

beforeAll(async () => {
  server = await TestServer.start()
  world = await openFuzzWorld()
}, 120_000)
afterAll(async () => {
  await server.end()
  await world.end()
}, 60_000)

const many = (count: number) => Array.from({ length: count }, (_, at) => at)
const granted = (replies: readonly { readonly code: number }[]) =>
  replies.filter(({ code }) => code === 200).length

describe('simultaneous calls over HTTP', () => {
  it('grant one of two hundred logins when one use is left', async () => {
    const app = await server.application()
    await server.act('code_import', { app, rows: [{ kami: 'N', type: 'count', left: 1 }] })
    const replies = await Promise.all(
      many(200).map(() => server.api('kmlogon', app, { kami: 'N', markcode: 'PC' })),
    )
    expect(granted(replies)).toBe(1)
    expect(replies.filter(({ code }) => code === 201)).toHaveLength(199)
    const { rows } = await server.act('code_list', { filter: { app } })
    expect(rows[0]).toMatchObject({ left: 0, state: 'used_up' })
  })

  it('bind a new code to one of fifty machines', async () => {
    const app = await server.application()
    const kami = await server.code({ app, type: 'permanent' })
    const replies = await Promise.all(
      many(50).map((at) => server.api('kmlogon', app, { kami, markcode: `PC-${at}` })),
    )
    expect(granted(replies)).toBe(1)
    expect(replies.filter(({ code }) => code === 150)).toHaveLength(49)
    const winner = replies.findIndex(({ code }) => code === 200)
    const { rows } = await server.act('code_list', { filter: { app } })
    expect(rows[0]).toMatchObject({ markcode: `PC-${winner}` })
  })

  it('deliver a close_all to one of fifty pulses', async () => {
    const app = await server.application()
    const { id } = await server.act('device_create', { app, account_key: '1@A', vip: 4_102_243_200 })
    await server.act('device_control', { ids: [id], close_all: true })
    const replies = await Promise.all(
      many(50).map(() => server.api('mt5pulse', app, { account_key: '1@A', positions: 1 })),
    )
    expect(replies.filter(({ close_all }) => close_all === 1)).toHaveLength(1)
  })
})

describe('fifty registrations at once make one account', () => {
  it.each([
    ['one name', (at: number) => ({ user: 'one_name', qq: `name-${at}`, ip: `203.0.113.${at}` })],
    ['one qq', (at: number) => ({ user: `qq_${at}_x`, qq: 'one-qq', ip: `198.51.100.${at}` })],
    ['one address', (at: number) => ({ user: `ip_${at}_x`, qq: `ip-${at}`, ip: '192.0.2.1' })],
  ])('with %s', async (_, who) => {
    const { app } = world.targets[0]!
    const answers = await Promise.all(
      many(50).map(async (at) => {
        const { user, qq, ip } = who(at)
        const body = Buffer.from(`user=${user}&password=Abc.123&qq=${qq}`)
        return world.answer({ method: 'POST', query: `api=userreg&app=${app}`, body, ip })
      }),
    )
    expect(granted(answers.map(({ body }) => JSON.parse(String(body)) as { code: number }))).toBe(1)
    expect(world.errors).toEqual([])
  })
})
