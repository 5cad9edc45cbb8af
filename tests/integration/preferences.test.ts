import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConsoleClient } from '../support/console-client.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { addOperator, PASSWORD, signIn } from './operators.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(async () => {
  await server.end()
})

let people = 0
async function person(): Promise<ConsoleClient> {
  const name = `person ${++people}`
  await addOperator(server, name, 'developer')
  return signIn(server, name)
}
const preferencesOf = async (client: ConsoleClient) => (await client.call('preferences_get', {})).preferences

describe('what a person sets', () => {
  it('is empty and not stored before the first change', async () => {
    expect(await (await person()).call('preferences_get', {})).toEqual({ preferences: {}, stored: false })
  })

  it('is the same in another session and after a restart on another port', async () => {
    const own = { language: 'zh-CN', theme: 'dark', time_zone: 'Asia/Shanghai', sound: true } as const
    await server.act('preferences_set', own)
    const port = server.running.consoleUrl
    await server.close()
    await server.open()
    expect(server.running.consoleUrl).not.toBe(port)
    const other = await ConsoleClient.signIn(server.running.consoleUrl, 'owner', OWNER_PASSWORD)
    expect(await other.call('preferences_get', {})).toEqual({ preferences: own, stored: true })
  })

  it('belongs to one person', async () => {
    const [one, another] = [await person(), await person()]
    await one.call('preferences_set', { theme: 'light' })
    expect(await preferencesOf(another)).toEqual({})
  })

  it('belongs to a member of staff, not to the employer', async () => {
    const employer = await person()
    const { id: role } = await employer.call('role_create', { name: 'Desk', permissions: ['devices'] })
    await employer.call('staff_create', { name: 'desk one', role, password: PASSWORD })
    const clerk = await signIn(server, 'desk one')
    await clerk.call('preferences_set', { density: 'comfortable' })
    expect(await preferencesOf(clerk)).toEqual({ density: 'comfortable' })
    expect(await preferencesOf(employer)).toEqual({})
  })

  it('leaves no row in the audit log', async () => {
    const rows = async () => (await server.act('audit_list', {})).total
    const before = await rows()
    await server.act('preferences_set', { theme: 'light' })
    expect(await rows()).toBe(before)
  })
})

describe('two windows', () => {
  it('keep each other’s changes, member by member and name by name', async () => {
    const client = await person()
    const view = { filter: { state: 'loss' }, order: { key: 'equity', desc: true } }
    await Promise.all([
      client.call('preferences_set', { theme: 'dark', columns: { codes: { note: true } } }),
      client.call('preferences_set', { density: 'comfortable', columns: { devices: { note: false } } }),
      client.call('preferences_set', { board_views: { Losers: view } }),
      client.call('preferences_set', { column_layouts: { live: { order: ['seen'], widths: { seen: 90 } } } }),
      client.call('preferences_set', { board_views: { Gold: view }, announcements_read: { 7: true } }),
    ])
    expect(await preferencesOf(client)).toEqual({
      theme: 'dark',
      density: 'comfortable',
      columns: { codes: { note: true }, devices: { note: false } },
      column_layouts: { live: { order: ['seen'], widths: { seen: 90 } } },
      board_views: { Losers: view, Gold: view },
      announcements_read: { 7: true },
    })
  })

  it('forget a member, or one name of it, by null', async () => {
    const client = await person()
    await client.call('preferences_set', {
      time_zone: 'UTC',
      theme: 'dark',
      announcements_read: { 1: true, 2: true },
    })
    await client.call('preferences_set', { time_zone: null, announcements_read: { 1: null } })
    expect(await preferencesOf(client)).toEqual({ theme: 'dark', announcements_read: { 2: true } })
  })
})

describe('what is refused, and changes nothing', () => {
  it.each([
    ['an unknown member', { colour: 'blue' }],
    ['a colour that does not exist', { theme: 'pink' }],
    ['a zone that does not exist', { time_zone: 'Mars/Olympus' }],
    ['an empty zone', { time_zone: '' }],
    ['days beyond the limit', { renewal_days: 36_501 }],
    ['an unknown member of a view', { board_views: { A: { filter: {}, order: {}, extra: 1 } } }],
    ['a long name', { columns: { ['x'.repeat(65)]: { a: true } } }],
    ['a watched account without a number', { watched: { gold: true } }],
    ['a width of nothing', { column_layouts: { live: { widths: { label: 0 } } } }],
    ['an unknown member of a layout', { column_layouts: { live: { colour: [] } } }],
    ['a nested value in a filter', { board_views: { A: { filter: { a: {} }, order: {} } } }],
  ])('%s', async (_, input) => {
    const client = await person()
    expect(await client.try('preferences_set', input)).toMatchObject({ code: 422 })
    expect(await preferencesOf(client)).toEqual({})
  })

  it('more than 64 KB in all, however small the pieces are', async () => {
    const client = await person()
    const view = { filter: { text: 'x'.repeat(250) }, order: {} }
    let last = 200
    for (let piece = 0; piece < 30 && last === 200; piece++) {
      const views = Object.fromEntries([...Array(10).keys()].map((n) => [`view ${piece} ${n}`, view]))
      last = (await client.try('preferences_set', { board_views: views })).code
    }
    expect(last).toBe(422)
    const kept = await preferencesOf(client)
    expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThanOrEqual(65_536)
    // The refusal is about the whole: a person can still forget something.
    await client.call('preferences_set', { board_views: { 'view 0 0': null } })
  })

  it('the 1001st account on a watch list', async () => {
    const client = await person()
    const accounts = (from: number, to: number) =>
      Object.fromEntries([...Array(to - from).keys()].map((n) => [n + from, true as const]))
    await client.call('preferences_set', { watched: accounts(1, 1001) })
    expect(await client.try('preferences_set', { watched: accounts(1001, 1002) })).toMatchObject({
      code: 422,
    })
    await client.call('preferences_set', { watched: { 7: null, ...accounts(1001, 1002) } })
    const { watched } = await preferencesOf(client)
    expect([watched?.['7'], watched?.['1001'], Object.keys(watched ?? {}).length]).toEqual([
      undefined,
      true,
      1000,
    ])
  })

  it('a name from the prototype stays a plain name', async () => {
    const client = await person()
    await client.try('preferences_set', JSON.parse('{"columns":{"__proto__":{"polluted":true}}}'))
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(await client.try('me', {})).toMatchObject({ code: 200 })
  })
})
