import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { PASSWORD, signIn } from './operators.ts'

const FOREVER = 4_102_243_200
let server: TestServer
let app: number
let developer: ConsoleClient
let number = 0

beforeAll(async () => {
  server = await TestServer.start()
  const owner = await server.owner()
  await owner.call('developer_create', { name: 'dora', password: PASSWORD })
  developer = await signIn(server, 'dora')
  ;({ app } = await developer.call('app_create', { name: 'Grid' }))
})
afterAll(() => server.end())

type Wanted = Partial<ActionInput<'field_save'>>
async function field(more: Wanted = {}) {
  const { id } = await developer.call('field_save', {
    name: `Field ${++number}`,
    place: 'both',
    kind: 'text',
    ...more,
  })
  return id
}
async function account(fields: Record<string, string> = {}, more: object = {}) {
  const { id } = await developer.call('device_create', {
    app,
    account_key: `${++number}@Broker`,
    vip: FOREVER,
    fields,
    ...more,
  })
  return id
}
async function code(fields: Record<string, string> = {}, tags: string[] = []) {
  const { batch } = await developer.call('code_generate', { app, type: 'permanent', count: 1, fields, tags })
  const { rows } = await developer.call('code_list', { filter: { batch } })
  return rows[0]!.id
}
const fieldsOf = async (id: number) => (await developer.call('device_get', { id })).fields
const found = async (list: 'device_list' | 'code_list', question: object) =>
  (await developer.call(list, question)).rows.map(({ id }) => id)
const indexed = () =>
  until(async () => !(await server.store.read((unit) => unit.searchIndex.isBehind())), 'the search index')

describe('a field', () => {
  it('is changed with its name, and the values stay', async () => {
    const id = await field({ name: 'Broker' })
    const device = await account({ [id]: 'Alpha' })
    await developer.call('field_save', { field: id, name: 'House', place: 'both', kind: 'text' })
    expect(await fieldsOf(device)).toEqual({ [id]: 'Alpha' })
    const { text } = await developer.call('device_export', { format: 'json' })
    expect(JSON.parse(text)).toEqual(expect.arrayContaining([expect.objectContaining({ House: 'Alpha' })]))
  })

  it.each([
    [{ name: 'note' }, { name: 'reserved' }],
    [{ name: '备注' }, { name: 'reserved' }],
    [{ kind: 'choice' }, { choices: 'needed' }],
    [{ kind: 'choice', choices: ['A', 'a'] }, { choices: 'repeated' }],
  ] as const)('%j is refused: %j', async (wanted, fields) => {
    const input = { name: 'New', place: 'both', kind: 'text', ...wanted }
    expect(await developer.try('field_save', input)).toMatchObject({ code: 422, fields })
  })

  it('has a name that no other field of its owner has, whatever the case', async () => {
    await field({ name: 'Region' })
    const again = { name: 'REGION', place: 'codes', kind: 'text' }
    expect(await developer.try('field_save', again)).toMatchObject({ code: 422, fields: { name: 'taken' } })
    await (await server.owner()).call('field_save', { name: 'Region', place: 'both', kind: 'text' })
  })

  it('is deleted with its values, in the recycle bin too, and a preview counts them', async () => {
    const [gone, stays] = [await field(), await field()]
    const values = { [gone]: 'x', [stays]: 'y' }
    const [device, kept, binned] = [await account(values), await code(values), await code(values)]
    await developer.call('code_delete', { ids: [binned] })
    const preview = await developer.call('field_delete', { field: gone, dry_run: true })
    expect(preview).toEqual({ codes: 2, devices: 1 })
    await developer.call('field_delete', { field: gone })
    await developer.call('code_restore', { ids: [binned] })
    expect(await fieldsOf(device)).toEqual({ [stays]: 'y' })
    for (const id of [kept, binned])
      expect((await developer.call('code_get', { id })).fields).toEqual({ [stays]: 'y' })
  })

  it('with many values is deleted by a job', async () => {
    const id = await field()
    const order = { app, type: 'permanent', count: 501, fields: { [id]: 'many' } } as const
    await developer.call('code_generate', order)
    const ended = async () =>
      (await developer.call('job_list', {})).rows.every(({ state }) => state !== 'running')
    await until(ended, 'the end of the generation')
    const { codes, job } = await developer.call('field_delete', { field: id })
    expect([codes, typeof job]).toEqual([501, 'string'])
    await until(ended, 'the end of the removal')
    expect(await found('code_list', { filter: { field: { field: id } } })).toEqual([])
  })

  it('is one of at most 20', async () => {
    const owner = await server.owner()
    await owner.call('developer_create', { name: 'many', password: PASSWORD })
    const many = await signIn(server, 'many')
    const save = (at: number) => many.try('field_save', { name: `F${at}`, place: 'both', kind: 'text' })
    for (let at = 0; at < 20; at++) expect(await save(at)).toMatchObject({ code: 200 })
    expect(await save(20)).toMatchObject({ code: 409 })
  })
})

describe('a value', () => {
  it.each([
    ['number', ' 007.50 ', '7.50'],
    ['number', '-3', '-3'],
    ['number', 'three', undefined],
    ['date', '2026/1/5', '2026-01-05'],
    ['date', '2026-02-30', undefined],
    ['choice', 'gold', 'Gold'],
    ['choice', 'Iron', undefined],
    ['text', ' two words ', 'two words'],
    ['text', 'two\nlines', undefined],
  ] as const)('of kind %s: %j is stored as %j', async (kind, typed, stored) => {
    const id = await field({ kind, choices: kind === 'choice' ? ['Gold'] : [] })
    const device = await account()
    const reply = await developer.try('device_update', { id: device, fields: { [id]: typed } })
    if (stored === undefined) expect(reply).toMatchObject({ code: 422, fields: { [`fields.${id}`]: 'kind' } })
    expect(await fieldsOf(device)).toEqual(stored === undefined ? {} : { [id]: stored })
  })

  it('is added to the others, and an empty one is removed', async () => {
    const [a, b] = [await field(), await field()]
    const device = await account({ [a]: '1' })
    await developer.call('device_update', { id: device, fields: { [b]: '2' } })
    expect(await fieldsOf(device)).toEqual({ [a]: '1', [b]: '2' })
    await developer.call('device_bulk', { ids: [device], fields: { [a]: '' } })
    expect(await fieldsOf(device)).toEqual({ [b]: '2' })
  })

  it('belongs to a record of its place', async () => {
    const id = await field({ place: 'codes' })
    const device = await account()
    const reply = await developer.try('device_update', { id: device, fields: { [id]: 'x' } })
    expect(reply).toMatchObject({ code: 422, fields: { fields: 'unknown' } })
    const made = await code()
    await developer.call('code_update', { ids: [made], fields: { [id]: 'x' } })
    expect((await developer.call('code_get', { id: made })).fields).toEqual({ [id]: 'x' })
  })

  it('of another owner is skipped in a bulk change, and refused for one account', async () => {
    const owner = await server.owner()
    const { id } = await owner.call('field_save', { name: 'Mine', place: 'both', kind: 'text' })
    const device = await account()
    expect(await owner.call('device_bulk', { ids: [device], fields: { [id]: 'x' } })).toMatchObject({
      done: 0,
      skipped: [{ id: device, reason: 'fields: unknown' }],
    })
    expect((await owner.try('device_update', { id: device, fields: { [id]: 'x' } })).code).toBe(422)
    const made = await code()
    expect(await owner.call('code_update', { ids: [made], fields: { [id]: 'x' } })).toMatchObject({
      done: 0,
      skipped: [{ id: made, reason: 'no_field' }],
    })
  })

  it('is in the log by the name of its field', async () => {
    const id = await field({ name: 'Contract' })
    const device = await account({ [id]: 'C-1' })
    await developer.call('device_update', { id: device, fields: { [id]: 'C-2' } })
    const { rows } = await developer.call('audit_list', { filter: { action: 'device_update' } })
    expect(rows[0]).toMatchObject({
      before: { fields: { Contract: 'C-1' } },
      after: { fields: { Contract: 'C-2' } },
    })
  })
})

describe('a list', () => {
  it.each(['device_list', 'code_list'] as const)('%s finds a value, any value and none', async (list) => {
    const id = await field()
    const make = list === 'device_list' ? account : code
    const rows = [await make({ [id]: 'Ärger' }), await make({ [id]: 'Gold' }), await make()]
    const ask = async (value?: string) => {
      const filter = { app, field: { field: id, ...(value !== undefined && { value }) } }
      const ids = await found(list, { filter, size: 500 })
      return rows.flatMap((row, at) => (ids.includes(row) ? [at] : []))
    }
    const expected = async () => {
      expect([await ask('ärger'), await ask('GOLD'), await ask('Gol')]).toEqual([[0], [1], []])
      expect([await ask(), await ask('')]).toEqual([[0, 1], [2]])
      expect(await found(list, { search: 'rger' })).toEqual(
        list === 'device_list' ? [rows[0]] : expect.anything(),
      )
      expect(await found(list, { search: 'Gold', filter: { field: { field: id } } })).toEqual([rows[1]])
    }
    await expected()
    await indexed()
    await expected()
  })

  it.each(['device_list', 'code_list'] as const)('%s finds ranges, parts and choices', async (list) => {
    // An owner has at most 20 fields.
    for (const { id } of (await developer.call('field_list', {})).rows)
      await developer.call('field_delete', { field: id })
    const [size, day, name] = [await field({ kind: 'number' }), await field({ kind: 'date' }), await field()]
    const make = list === 'device_list' ? account : code
    const rows = [
      await make({ [size]: '9.5', [day]: '2026-01-05', [name]: 'Größe XL' }),
      await make({ [size]: '-10', [day]: '2025-12-31', [name]: 'Klein' }),
      await make({ [size]: '100', [name]: '100 %' }),
      await make(),
    ]
    const ask = async (question: { field: number } & Record<string, unknown>) => {
      const ids = await found(list, { filter: { app, field: question }, size: 500 })
      return rows.flatMap((row, at) => (ids.includes(row) ? [at] : []))
    }
    const cases: [{ field: number } & Record<string, unknown>, number[]][] = [
      [{ field: size, from: '9.5' }, [0, 2]],
      [{ field: size, to: '9.49' }, [1]],
      [{ field: size, from: '-10', to: '9.5' }, [0, 1]],
      [{ field: size, from: '101' }, []],
      [{ field: day, from: '2026-01-01' }, [0]],
      [{ field: day, from: '2025-12-31', to: '2026-01-05' }, [0, 1]],
      [{ field: day, value: '' }, [2, 3]],
      [{ field: name, contains: 'GRÖSS' }, []],
      [{ field: name, contains: 'GRÖß' }, [0]],
      [{ field: name, contains: 'x' }, [0]],
      [{ field: name, contains: '%' }, [2]],
      [{ field: name, any: ['klein', '100 %'] }, [1, 2]],
      // A range of numbers has no texts in it, also where they begin with a digit.
      [{ field: name, from: '0', to: '1000' }, []],
    ]
    const answers = async () => {
      for (const [question, expected] of cases)
        expect([question, await ask(question)]).toEqual([question, expected])
    }
    await answers()
    await indexed()
    await answers()
    for (const wrong of [
      { value: 'a', from: '1' },
      { from: '1', to: '2026-01-01' },
      { from: 'x' },
      { any: [] },
      { contains: '' },
    ])
      expect(await developer.try(list, { filter: { field: { field: size, ...wrong } } })).toMatchObject({
        code: 422,
      })
  })

  it('of codes finds a tag in either case, and a bulk change adds and removes tags', async () => {
    const id = await code({}, ['Été'])
    expect(await found('code_list', { filter: { tag: 'ÉTÉ' } })).toEqual([id])
    await developer.call('code_update', { ids: [id], add_tags: ['b', 'ÉTÉ'] })
    await developer.call('code_update', { ids: [id], remove_tags: ['été'] })
    expect((await developer.call('code_get', { id })).tags).toEqual(['b'])
  })

  it('of fields shows an agent those of the owners it works for, and the agent changes none', async () => {
    const id = await field({ name: 'For agents' })
    await developer.call('agent_create', { name: 'anna', password: PASSWORD })
    const agent = await signIn(server, 'anna')
    const { rows } = await agent.call('field_list', { app })
    expect(rows.map((row) => row.id)).toContain(id)
    expect((await agent.try('field_delete', { field: id })).code).toBe(403)
    const { rows: others } = await (await server.owner()).call('field_list', {})
    expect(others.map(({ owner }) => owner)).toEqual(expect.arrayContaining(rows.map(({ owner }) => owner)))
  })
})

it('a file brings values, and a wrong one is named', async () => {
  const id = await field({ name: 'Level', kind: 'choice', choices: ['Gold'] })
  const rows = [
    { account_key: '900001@Broker', vip: FOREVER, fields: { [id]: 'GOLD' } },
    { account_key: '900002@Broker', vip: FOREVER, fields: { [id]: 'Iron' } },
  ]
  expect(await developer.call('device_import', { app, rows })).toMatchObject({
    done: 1,
    skipped: [{ row: 1, reason: 'Level: kind' }],
  })
  const [device] = await found('device_list', { search: '900001@Broker' })
  expect(await fieldsOf(device!)).toEqual({ [id]: 'Gold' })
  const again = [{ account_key: '900001@Broker', fields: { [id]: '' } }]
  expect(await developer.call('device_import', { app, rows: again, existing: 'update' })).toMatchObject({
    updated: 1,
  })
  expect(await fieldsOf(device!)).toEqual({})
  const codes = [{ kami: 'LEVELLED', type: 'permanent', fields: { [id]: 'gold' }, tags: ['x'] }]
  expect(await developer.call('code_import', { app, rows: codes })).toMatchObject({ done: 1 })
})
