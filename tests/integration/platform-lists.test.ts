import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { addOperator, signIn } from './operators.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

const refusal = async (name: string, input: unknown) => (await server.owner()).try(name, input)

describe('announcements', () => {
  it('are shown to their audience in their time', async () => {
    await addOperator(server, 'dev', 'developer')
    await addOperator(server, 'agt', 'agent')
    const developer = await signIn(server, 'dev')
    const agent = await signIn(server, 'agt')
    const now = server.clock.now()
    const all = await server.act('announcement_create', { title: 'All', text: 'Sunday', ends_at: now + 100 })
    expect(all).toMatchObject({ audience: 'everybody', starts_at: now, created_by: 'owner', state: 'shown' })
    await server.act('announcement_create', { title: 'Agents', audience: 'agents' })
    const later = await server.act('announcement_create', { title: 'Later', starts_at: now + 50 })
    expect(later.state).toBe('planned')
    const titles = async (client: typeof developer) =>
      (await client.call('announcement_current', {})).rows.map(({ title }) => title)
    expect(await titles(developer)).toEqual(['All'])
    expect(await titles(agent)).toEqual(['Agents', 'All'])
    expect(await titles(await server.owner())).toEqual(['All'])
    server.clock.pass(60)
    expect(await titles(developer)).toEqual(['Later', 'All'])
    server.clock.pass(40)
    expect(await titles(developer)).toEqual(['Later'])
    await server.act('announcement_update', { id: later.id, audience: 'agents' })
    expect(await titles(developer)).toEqual([])
    await server.act('announcement_delete', { id: later.id })
    expect(
      (await server.act('announcement_list', {})).rows.map(({ title, state }) => [title, state]),
    ).toEqual([
      ['Agents', 'shown'],
      ['All', 'over'],
    ])
    const reply = await refusal('announcement_create', { title: 'x', starts_at: 100, ends_at: 100 })
    expect(reply).toMatchObject({ code: 422, fields: { ends_at: expect.any(String) as string } })
  })
})

describe('certifications', () => {
  it('exist once for a product and host, whatever the form of the address', async () => {
    const made = await server.act('certification_create', {
      product: 'ea',
      url: 'HTTPS://Shop.Example.com/buy',
    })
    expect(made).toMatchObject({ url: 'shop.example.com', state: 'valid', expires_at: null })
    const again = { product: 'ea', url: 'shop.example.com:443' }
    expect(await refusal('certification_create', again)).toMatchObject({ code: 409 })
    const other = await server.act('certification_create', { ...again, product: 'other' })
    expect(await refusal('certification_update', { id: other.id, product: 'ea' })).toMatchObject({
      code: 409,
    })
    expect(await refusal('certification_create', { product: 'ea', url: 'a b' })).toMatchObject({
      code: 422,
      fields: { url: 'names no host' },
    })
    const ended = await server.act('certification_update', { id: made.id, expires_at: server.clock.now() })
    expect(ended.state).toBe('expired')
    const rows = async (state: 'valid' | 'expired' | 'disabled') =>
      (await server.act('certification_list', { filter: { state } })).rows.map(({ id }) => id)
    expect(await rows('expired')).toEqual([made.id])
    expect(await rows('valid')).toEqual([other.id])
    await server.act('certification_update', { id: other.id, disabled: true })
    expect(await rows('disabled')).toEqual([other.id])
    expect((await server.act('certification_list', { search: 'shop' })).total).toBe(2)
    expect(await server.act('certification_delete', { ids: [made.id, 999] })).toEqual({
      done: 1,
      skipped: [{ id: 999, reason: 'unknown' }],
    })
  })

  it('are imported, three thousand lines, as the dry run answered', async () => {
    const rows: unknown[] = Array.from({ length: 2997 }, (_, i) => ({
      product: 'bulk',
      url: `h${i}.example.com`,
    }))
    rows.splice(
      5,
      0,
      { product: 'bulk' },
      { product: 'bulk', url: 'h0.example.com' },
      { product: 'bulk', url: '://' },
    )
    const dry = await server.act('certification_import', { rows, dry_run: true })
    expect(dry.done).toBe(2997)
    expect(dry.skipped.map(({ row }) => row)).toEqual([5, 6, 7])
    expect((await server.act('certification_list', { filter: { product: 'bulk' } })).total).toBe(0)
    expect(await server.act('certification_import', { rows })).toEqual(dry)
    expect((await server.act('certification_list', { filter: { product: 'bulk' } })).total).toBe(2997)
    const again = await server.act('certification_import', { rows })
    expect([again.done, again.skipped.length]).toEqual([0, 3000])
  })
})
