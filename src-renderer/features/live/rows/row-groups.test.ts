import { describe, expect, it } from 'vitest'
import { STANDARD_LIMITS } from '../../../../src-server/contract/account-risk.ts'
import type { LiveRow } from './live-row.ts'
import { applyChange } from './live-row.ts'
import { groupRows, linesOf, orderGroups, type GroupSort, type ShownLine } from './row-groups.ts'
import type { RowMember } from './row-members.ts'
import { orderRows, WORST_FIRST, type RowOrder } from './row-order.ts'
import { CONTEXT, MORE, NOON, samplePulse, sampleRow } from './sample-device.ts'
import { whole, type Slices } from './slices.ts'

const pulse = (given: object, currency = 'USD') => samplePulse({ more: { ...MORE, currency }, ...given })
const groupsOf = (rows: readonly LiveRow[], by: RowMember, isDemo: (app: number) => boolean = () => false) =>
  whole(groupRows(rows, by, isDemo))

describe('groups', () => {
  const rows = [
    sampleRow(1, { agent: 7, telemetry: pulse({ equity: 100, balance: 90, float_pnl: 10, dd: 5 }) }),
    sampleRow(2, {
      agent: 7,
      pause_open: true,
      telemetry: pulse({ equity: 50, balance: 60, dd: 25 }, 'CNY'),
    }),
    sampleRow(3, {
      agent: 8,
      telemetry: pulse({ equity: 70, balance: 70, positions: 5, at: NOON - 500 }, ''),
    }),
    sampleRow(4, { agent: 7, telemetry: pulse({ equity: 1, balance: 2, float_pnl: -1 }) }),
    sampleRow(5, {}),
  ]

  it('sum their accounts, and never money of different currencies', () => {
    const [seven, eight, none] = groupsOf(rows, 'agent')
    expect(seven).toMatchObject({
      value: '7',
      sums: { accounts: 3, online: 3, positions: 6, critical: 1, paused: 1, drawdown: 25 },
    })
    expect(seven?.sums.money).toEqual([
      { currency: 'USD', isDemo: false, accounts: 2, equity: 101, balance: 92, floating: 9 },
      { currency: 'CNY', isDemo: false, accounts: 1, equity: 50, balance: 60, floating: 0 },
    ])
    expect(eight?.sums).toMatchObject({
      online: 0,
      money: [{ currency: '', accounts: 1, equity: 70, balance: 70 }],
    })
    expect(none).toMatchObject({ value: '', sums: { accounts: 1, online: 0, drawdown: null } })
  })

  it('never add the money of demo accounts to that of others', () => {
    const both = [
      sampleRow(1, { app: 10001, telemetry: pulse({ equity: 5 }) }),
      sampleRow(2, { app: 10002, telemetry: pulse({ equity: 9000 }) }),
    ]
    const [one] = groupsOf(both, 'server', (app) => app === 10002)
    expect(one?.sums.money.map(({ isDemo, equity }) => [isDemo, equity])).toEqual([
      [false, 5],
      [true, 9000],
    ])
  })

  it('by tag have an account in each of its tags', () => {
    const tagged = [sampleRow(1, { tags: ['a', 'b'] }), sampleRow(2, { tags: ['b'] }), sampleRow(3)]
    const found = groupsOf(tagged, 'tag').map(({ value, rows: its }) => [value, its.map(({ id }) => id)])
    expect(found).toEqual([
      ['a', [1]],
      ['b', [1, 2]],
      ['', [3]],
    ])
  })

  it('keep the order of the rows', () => {
    const order: RowOrder = { key: 'equity', desc: true }
    const [seven] = groupsOf(whole(orderRows(rows, order)), 'agent')
    expect(seven?.rows.map(({ id }) => id)).toEqual([1, 2, 4])
  })
})

describe('the order of groups', () => {
  const rows = [
    sampleRow(1, { account_key: '1@B', telemetry: pulse({ equity: 10, dd: 1, positions: 9 }) }),
    sampleRow(2, { account_key: '2@B', telemetry: pulse({ equity: 20, dd: 2, positions: 0 }) }),
    sampleRow(3, { account_key: '3@C', pause_add: true, telemetry: pulse({ equity: 500, dd: 0 }, 'CNY') }),
    sampleRow(4, { account_key: '4@A', telemetry: pulse({ equity: 5, dd: 40, positions: 1 }) }),
    sampleRow(5, { account_key: '5@' }),
  ]
  const valuesBy = (sort: GroupSort, order: RowOrder = WORST_FIRST) =>
    whole(orderGroups(groupsOf(rows, 'server'), sort, order, (value) => value)).map(({ value }) => value)

  it.each([
    ['rows', ['A', 'B', 'C', '']],
    ['name', ['A', 'B', 'C', '']],
    ['accounts', ['B', 'A', 'C', '']],
    ['online', ['B', 'A', 'C', '']],
    ['equity', ['C', 'B', 'A', '']],
    ['positions', ['B', 'C', 'A', '']],
    ['drawdown', ['A', 'B', 'C', '']],
    ['critical', ['A', 'B', 'C', '']],
    ['paused', ['C', 'A', 'B', '']],
  ] as const)('by %s is %j, with the accounts without a value last', (sort, expected) => {
    expect(valuesBy(sort)).toEqual(expected)
  })

  it('follows the order of the rows, in its direction', () => {
    expect(valuesBy('rows', { key: 'equity', desc: false })).toEqual(['A', 'B', 'C', ''])
    expect(valuesBy('rows', { key: 'equity', desc: true })).toEqual(['C', 'B', 'A', ''])
    expect(valuesBy('rows', { key: 'seen', desc: true })).toEqual(['A', 'B', 'C', ''])
  })
})

describe('lines', () => {
  const rows = [
    sampleRow(1, { tags: ['a b', 'b'], telemetry: pulse({}) }),
    sampleRow(2, { tags: ['b'], telemetry: pulse({}, 'CNY') }),
  ]
  const short = (line: ShownLine) =>
    line.kind === 'group' ? line.value : line.kind === 'currency' ? line.money.currency : line.row.id
  const linesWith = (...open: string[]) =>
    whole(linesOf(groupsOf(rows, 'tag'), (value) => open.includes(value)))

  it('are the heads, the currencies of a mixed group, and the accounts of open groups', () => {
    expect(linesWith().map(short)).toEqual(['a b', 'b', 'CNY', 'USD'])
    expect(linesWith('b').map(short)).toEqual(['a b', 'b', 'CNY', 'USD', 1, 2])
  })

  it('have an id each that an element can have, and an account has its number once', () => {
    const ids = linesWith('a b', 'b').map(({ id }) => String(id))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => /\s/.test(id))).toEqual([])
    expect(ids.filter((id) => id === '1')).toHaveLength(1)
  })
})

it('the sums of 200 random changes equal a recount by hand', () => {
  let seed = 7
  const random = (n: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((seed / 2 ** 31) * n)
  }
  const currencies = ['USD', 'CNY', '']
  const rows = Array.from({ length: 60 }, (_, n) => sampleRow(n + 1, { limits: STANDARD_LIMITS }))
  for (let step = 1; step <= 200; step++) {
    const row = rows[random(rows.length)]!
    const telemetry = pulse(
      {
        equity: random(100),
        balance: random(100),
        float_pnl: random(50) - 25,
        dd: random(40),
        positions: random(4),
        at: NOON + step,
      },
      currencies[random(3)],
    )
    const change = { agent: random(4) || null, pause_open: random(2) === 1 }
    applyChange(row, { id: row.id, telemetry, ...change }, CONTEXT)
  }
  const sum = (of: LiveRow[], figure: (row: LiveRow) => number | null) =>
    of.reduce((total, row) => total + (figure(row) ?? 0), 0)
  for (const { value, sums } of groupsOf(rows, 'agent')) {
    const its = rows.filter((row) => String(row.agent ?? '') === value)
    expect(sums).toMatchObject({
      accounts: its.length,
      online: its.filter((row) => row.health === 'live').length,
      critical: its.filter((row) => (row.drawdown ?? 0) >= 20).length,
      paused: its.filter((row) => row.pauseOpen).length,
      positions: sum(its, (row) => row.positions),
    })
    for (const { currency, accounts, equity, balance, floating } of sums.money) {
      const those = its.filter((row) => (row.more?.currency ?? '') === currency)
      expect([accounts, equity, balance, floating]).toEqual([
        those.length,
        sum(those, (row) => row.equity),
        sum(those, (row) => row.balance),
        sum(those, (row) => row.floating),
      ])
    }
    expect(sums.money.reduce((n, { accounts }) => n + accounts, 0)).toBe(its.length)
  }
})

it('as many groups as accounts are made, ordered and shown in parts', () => {
  const rows = Array.from({ length: 3000 }, (_, id) => sampleRow(id, { tags: [`tag ${id}`] }))
  const groups = groupsOf(rows, 'tag')
  const pauses = (work: Slices<unknown>) => {
    let found = 0
    while (work.next().done !== true) found++
    return found
  }
  expect(pauses(groupRows(rows, 'tag', () => false))).toBeGreaterThan(3000)
  expect(pauses(orderGroups(groups, 'name', WORST_FIRST, (value) => value))).toBeGreaterThan(20)
  expect(pauses(linesOf(groups, () => false))).toBeGreaterThan(10)
})
