import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const FOREVER = 4_102_243_200
let server: TestServer
let app: number
const ids: number[] = []

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application({})
  for (const tags of [['VIP', 'gold'], ['测试 组'], []])
    ids.push(
      (
        await server.act('device_create', {
          app,
          account_key: `${ids.length + 1}@Broker`,
          vip: FOREVER,
          tags,
        })
      ).id,
    )
})
afterAll(() => server.end())

const tagsOf = async (id: number) => (await server.act('device_get', { id })).tags
const keys = async (input: { filter?: { tag: string }; search?: string }) =>
  (await server.act('device_list', { ...input, sort: 'id', desc: false })).rows.map(
    ({ account_key: key }) => key,
  )
const attempt = async (name: 'device_update' | 'device_bulk', input: object) =>
  (await server.owner()).try(name, input)

it.each([
  ['vip', ['1@Broker']],
  ['VIP', ['1@Broker']],
  ['测试 组', ['2@Broker']],
  ['vi', []],
])('the filter by the tag %s finds %j', async (tag, found) => {
  expect(await keys({ filter: { tag } })).toEqual(found)
})

it.each([
  ['gol', ['1@Broker']],
  ['测试', ['2@Broker']],
  ['vip\ngold', ['1@Broker']],
])('the search for %j finds a part of a tag, before and after the index has it', async (search, found) => {
  expect(await keys({ search })).toEqual(found)
  await until(
    async () => !(await server.store.read((unit) => unit.searchIndex.isBehind())),
    'the search index',
  )
  expect(await keys({ search })).toEqual(found)
})

it('tags are trimmed, and a tag is there once without regard to case', async () => {
  await server.act('device_update', { id: ids[2]!, tags: ['  one ', 'ONE', 'Two'] })
  expect(await tagsOf(ids[2]!)).toEqual(['one', 'Two'])
})

it.each([
  ['a comma', ['a,b']],
  ['a line break', ['a\nb']],
  ['no character', [' ']],
  ['33 characters', ['x'.repeat(33)]],
  ['11 tags', Array.from({ length: 11 }, (_, n) => `t${n}`)],
  ['a text in place of a list', 'a'],
])('refuses %s', async (_, tags) => {
  expect(await attempt('device_update', { id: ids[2]!, tags })).toMatchObject({ code: 422 })
  expect(await attempt('device_bulk', { ids: [ids[2]!], add_tags: tags })).toMatchObject({ code: 422 })
})

it('a bulk change adds and removes tags, and each account keeps its others', async () => {
  const change = { ids, add_tags: ['Night'], remove_tags: ['GOLD', 'one'] }
  expect(await server.act('device_bulk', { ...change, dry_run: true })).toMatchObject({ done: 3 })
  expect(await server.act('device_bulk', change)).toMatchObject({ done: 3, skipped: [] })
  expect(await Promise.all(ids.map(tagsOf))).toEqual([
    ['VIP', 'Night'],
    ['测试 组', 'Night'],
    ['Two', 'Night'],
  ])
})

it('an account without room for its tags stays as it is', async () => {
  const [first = 0, second = 0] = ids
  const many = Array.from({ length: 9 }, (_, n) => `t${n}`)
  await server.act('device_update', { id: second, tags: [...many, 'last'] })
  const change = { ids: [first, second], add_tags: ['more'], label: 'changed' }
  const skipped = [{ id: second, reason: 'tags: too many' }]
  expect(await server.act('device_bulk', { ...change, dry_run: true })).toMatchObject({ done: 1, skipped })
  expect(await server.act('device_bulk', change)).toMatchObject({ done: 1, skipped })
  expect(await server.act('device_get', { id: second })).toMatchObject({ label: '', tags: [...many, 'last'] })
})

it('an exported file has the tags in one column, and an import brings them', async () => {
  const { text } = await server.act('device_export', { format: 'csv' })
  expect(text).toContain('"VIP, Night, more"')
  const row = { account_key: '1@Broker', tags: ['new'] }
  const order = { app, rows: [row], existing: 'update' as const }
  expect(await server.act('device_import', order)).toMatchObject({ updated: 1 })
  expect(await tagsOf(ids[0]!)).toEqual(['new'])
  const [skipped] = (await server.act('device_import', order)).skipped
  expect(skipped).toMatchObject({ reason: 'unchanged' })
})

it('a rule of a tag decides for the accounts that have it', async () => {
  const rule = { name: 'New', place: 'tag', word: 'NEW', subject: 'drawdown' } as const
  const { covers } = await server.act('rule_save', { ...rule, levels: [{ at: 7, act: 'tell' }] })
  expect(covers).toBe(1)
  expect((await server.act('device_get', { id: ids[0]! })).limits).toMatchObject({ drawdown_critical: 7 })
  await server.act('device_update', { id: ids[0]!, tags: [] })
  expect((await server.act('device_get', { id: ids[0]! })).limits).toMatchObject({ drawdown_critical: 20 })
})

it('tags survive a restart', async () => {
  await server.close()
  await server.open()
  expect(await tagsOf(ids[2]!)).toEqual(['Two', 'Night'])
})
