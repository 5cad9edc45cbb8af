import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCOUNT } from '../../src-server/contract/subjects/account.ts'
import type { CustomValues } from '../../src-server/contract/subjects/custom-values.ts'
import { CODE } from '../../src-server/contract/subjects/code.ts'
import { DEVICE } from '../../src-server/contract/subjects/device.ts'
import type { Fields } from '../../src-server/contract/subjects/field.ts'
import { SALE } from '../../src-server/contract/subjects/sale.ts'
import type { FieldsOf, Having, Value } from '../../src-server/contract/subjects/subject.ts'
import { signIn } from './operators.ts'
import { fillServer, type FilledServer } from './filled-server.ts'

/** Two values for each writable field: a new field does not compile without them. */
type Written<F extends Fields> = {
  readonly [N in Having<F, 'edit'> | Having<F, 'bulk'> | Having<F, 'import'>]: readonly [
    Value<F[N]>,
    Value<F[N]>,
  ]
}
type Row = Readonly<Record<string, unknown>>

let made: FilledServer
beforeAll(async () => {
  made = await fillServer()
})
afterAll(() => made.server.end())

/** The members with their first or their second value. */
function valued(
  names: readonly string[],
  values: Readonly<Record<string, readonly unknown[]>>,
  at: 0 | 1,
): Row {
  return Object.fromEntries(names.map((name) => [name, values[name]?.[at]]))
}

const without = (row: Row, ...names: string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))

/** Rows that were made at the same moment have the same time. */
const allBut = (names: readonly string[], ...but: string[]) => names.filter((name) => !but.includes(name))

/** Calls an action by a composed name. Returns the answer or fails the test. */
async function act(name: string, input: object): Promise<Row> {
  const reply = await (await made.server.owner()).try(name, input)
  expect([name, input, reply.code, reply.msg]).toEqual([name, input, 200, reply.msg])
  return reply.msg as Row
}

const rowsOf = (answer: Row) => answer['rows'] as Row[]

/** Every sort of a list, in both directions: the rows follow the field. */
async function expectSorted(list: string, sorts: readonly string[]): Promise<void> {
  for (const sort of sorts) {
    for (const desc of [false, true]) {
      const values = rowsOf(await act(list, { sort, desc })).map(
        (row) => (row[sort] ?? -1) as string | number,
      )
      const ordered = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      expect([sort, desc, values]).toEqual([sort, desc, desc ? ordered.reverse() : ordered])
      expect([sort, new Set(values).size > 1]).toEqual([sort, true])
    }
  }
}

/** An exported file has the declared columns and the custom fields, with the values that a list shows. */
async function expectExported(
  name: 'device' | 'code' | 'account',
  { fields, exports }: { readonly fields: Fields; readonly exports: readonly string[] },
  other: readonly string[] = [],
): Promise<void> {
  const file = JSON.parse((await act(`${name}_export`, { format: 'json' }))['text'] as string) as Row[]
  const listed = rowsOf(await act(`${name}_list`, { sort: 'id', desc: false }))
  expect(file).toHaveLength(listed.length)
  for (const [at, line] of file.entries()) {
    const { fields: custom } = listed[at] as { readonly fields?: CustomValues }
    expect(Object.keys(line)).toEqual([...exports, ...(custom === undefined ? [] : ['Level'])])
    if (custom !== undefined) expect(line['Level']).toBe(custom[made.field] ?? '')
    for (const [field, { export: columns, kind }] of Object.entries(fields)) {
      if (columns === undefined || kind === 'part' || kind === 'time' || other.includes(field)) continue
      const column = columns === true ? field : columns[0]
      expect([column, line[column]]).toEqual([column, listed[at]?.[field]])
    }
  }
}

describe('a trading account', () => {
  const values = () =>
    ({
      account_key: ['7001@Broker', '7002@Broker'],
      label: ['one', 'two'],
      license: ['LICENCE-1', 'LICENCE-2'],
      agent: [made.agent, null],
      vip: [1_800_000_000, 1_900_000_000],
      disabled: [true, false],
      disable_reason: ['late', 'paid'],
      buy_url: ['https://one.example.com', 'https://two.example.com'],
      note: ['first', 'second'],
      tags: [['VIP', 'gold'], []],
      fields: [{ [made.field]: 'Gold' }, { [made.field]: 'Silver' }],
      debug: [true, false],
    }) satisfies Written<FieldsOf<typeof DEVICE>>

  it('has every field that is written, read, listed, edited and edited in bulk', async () => {
    const first = valued(DEVICE.edited, values(), 0)
    const { id } = await act('device_create', { app: made.app, account_key: '6001@Broker', ...first })
    expect(await act('device_get', { id })).toMatchObject(first)
    const second = valued(DEVICE.edited, values(), 1)
    expect(await act('device_update', { id, ...second })).toMatchObject(second)
    const listed = rowsOf(await act('device_list', { search: '6001@Broker' }))
    expect(listed).toEqual([expect.objectContaining({ id, ...second })])
    const third = valued(DEVICE.bulk, values(), 0)
    expect(await act('device_bulk', { ids: [id], ...third })).toMatchObject({ done: 1 })
    expect(await act('device_get', { id })).toMatchObject({ ...second, ...third })
  })

  it('has every field that a file brings, and exports every column', async () => {
    const row = valued(Object.keys(DEVICE.imports), values(), 0)
    expect(await act('device_import', { app: made.app, rows: [row] })).toMatchObject({ done: 1, skipped: [] })
    const [found] = rowsOf(await act('device_list', { search: '7001@Broker' }))
    expect(found).toMatchObject(row)
    await expectExported('device', DEVICE, ['tags'])
    await expectSorted('device_list', allBut(DEVICE.sorts, 'created_at'))
  })
})

describe('a user account', () => {
  const values = {
    user: ['customer7', 'customer8'],
    password: ['secret7', 'secret8'],
    qq: ['70001', '70002'],
    name: ['Ann', 'Bo'],
    vip: [1_800_000_000, 1_900_000_000],
    disabled: [true, false],
    disable_reason: ['late', 'paid'],
  } satisfies Written<FieldsOf<typeof ACCOUNT>>

  it('has every field that is written, read, listed, edited and edited in bulk', async () => {
    const first = valued(ACCOUNT.edited, values, 0)
    const { id } = await act('account_create', { app: made.app, user: 'written', ...first })
    expect(await act('account_get', { id })).toMatchObject(without(first, 'password'))
    const second = valued(ACCOUNT.edited, values, 1)
    expect(await act('account_update', { id, ...second })).toMatchObject(without(second, 'password'))
    const listed = rowsOf(await act('account_list', { search: 'written' }))
    expect(listed).toEqual([expect.objectContaining({ id, ...without(second, 'password') })])
    const third = valued(ACCOUNT.bulk, values, 0)
    expect(await act('account_bulk', { ids: [id], ...third })).toMatchObject({ done: 1 })
    expect(await act('account_get', { id })).toMatchObject(third)
  })

  it('has every field that a file brings, and exports every column', async () => {
    const row = valued(Object.keys(ACCOUNT.imports), values, 0)
    expect(await act('account_import', { app: made.app, rows: [row] })).toMatchObject({ done: 1 })
    const [found] = rowsOf(await act('account_list', { search: 'customer7' }))
    expect(found).toMatchObject(without(row, 'password'))
    await expectExported('account', ACCOUNT)
    await expectSorted('account_list', allBut(ACCOUNT.sorts, 'created_at', 'last_login_at'))
  })
})

describe('a code', () => {
  const values = () =>
    ({
      kami: ['BROUGHT-1', 'BROUGHT-2'],
      type: ['count', 'vip'],
      left: [5, 6],
      markcode: ['PC-7', 'PC-8'],
      ip: ['10.7.7.7', '10.8.8.8'],
      use_time: [1_600_000_000, 1_600_000_001],
      end_time: [1_800_000_000, 1_900_000_000],
      unbinds: [3, 4],
      last_unbind: [1_600_000_500, 1_600_000_501],
      disabled: [true, false],
      agent: [null, made.agent],
      note: ['first', 'second'],
      tags: [['VIP', 'gold'], []],
      fields: [{ [made.field]: 'Silver' }, { [made.field]: 'Gold' }],
      seats: [3, 2],
    }) satisfies Written<FieldsOf<typeof CODE>>

  it('has every field that is edited in bulk', async () => {
    const [first] = rowsOf(await act('code_list', { filter: { kami: made.kami } }))
    for (const at of [0, 1] as const) {
      for (const name of CODE.bulk) {
        const change = valued([name], values(), at)
        expect(await act('code_update', { ids: [first!['id']], ...change })).toMatchObject({ done: 1 })
        expect(await act('code_get', { id: first!['id'] })).toMatchObject(change)
      }
    }
  })

  it('has every field that a file brings, and exports every column', async () => {
    const names = Object.keys(CODE.imports)
    // A count code has no end, and a time code has no count.
    const rows = [
      { ...valued(names, values(), 0), end_time: null },
      { ...valued(names, values(), 1), left: null },
    ]
    expect(await act('code_import', { app: made.app, rows })).toMatchObject({ done: 2, skipped: [] })
    for (const row of rows) {
      const { kami } = row as Row
      expect(rowsOf(await act('code_list', { filter: { kami } }))).toMatchObject([row])
    }
    await expectExported('code', CODE, ['tags'])
    await expectSorted('code_list', allBut(CODE.sorts, 'created_at', 'recycled_at'))
  })
})

describe('a sale', () => {
  const values = {
    sale_price: [900, null],
    customer: ['Ann', 'Bo'],
    contact: ['ann@example.com', 'bo@example.com'],
    note: ['first', 'second'],
  } satisfies Written<FieldsOf<typeof SALE>>

  it('has every field that its agent edits', async () => {
    const agent = await signIn(made.server, 'agent')
    const { rows } = await agent.call('sale_list', {})
    const ids = rows.map(({ id }) => id)
    for (const at of [0, 1] as const) {
      const change = valued(SALE.edited, values, at)
      expect(await agent.call('sale_update', { ids, ...change })).toMatchObject({ rows: [change] })
      expect((await agent.call('sale_list', {})).rows).toMatchObject([change])
    }
  })
})
