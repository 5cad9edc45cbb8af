import { describe, expect, it } from 'vitest'
import type { DeviceRecord } from '../../../../src-server/contract/records/device.ts'
import { nextOrder, orderRows, WORST_FIRST, worstOf, type RowOrder } from './row-order.ts'
import { samplePulse, sampleRow } from './sample-device.ts'
import { whole } from './slices.ts'

const ids = (devices: Partial<DeviceRecord>[], order: RowOrder) =>
  whole(
    orderRows(
      devices.map((device, index) => sampleRow(index + 1, device)),
      order,
    ),
  ).map((row) => row.id)
const dd = (percent: number | null, margin = 900) => ({
  telemetry: samplePulse({ dd: percent, margin_level: margin }),
})

describe('worst first', () => {
  it('puts overdue closes before critical, critical before warning, then drawdown', () => {
    const overdue = {
      ...dd(1),
      close_all: { state: 'overdue' as const, asked_at: 1, delivered_at: 2, confirmed_at: null, repeats: 0 },
    }
    expect(ids([dd(12), dd(3), dd(25), dd(1, 120), overdue, {}, dd(31)], WORST_FIRST)).toEqual([
      5, 7, 3, 4, 1, 2, 6,
    ])
  })

  it('names the worst accounts of a table with another order', () => {
    const rows = [dd(12), dd(3), dd(25), dd(25), {}, dd(31)].map((one, index) => sampleRow(index + 1, one))
    expect(worstOf(rows, 4).map(({ id }) => id)).toEqual([6, 3, 4, 1])
    expect(worstOf(rows.slice(0, 2), 4).map(({ id }) => id)).toEqual([1, 2])
    expect(worstOf(rows, 0)).toEqual([])
  })
})

describe('orderRows', () => {
  it('keeps rows without the figure last in both directions', () => {
    const devices = [dd(null), dd(5), dd(9)]
    expect(ids(devices, { key: 'drawdown', desc: true })).toEqual([3, 2, 1])
    expect(ids(devices, { key: 'drawdown', desc: false })).toEqual([2, 3, 1])
  })

  it('sorts logins as numbers although they are text', () => {
    const keys = ['100@B', '20@B', '99999999999999999999@B', '20@A'].map((account_key) => ({ account_key }))
    expect(ids(keys, { key: 'account', desc: false })).toEqual([4, 2, 1, 3])
  })

  it('keeps equal rows in the order of their ids', () => {
    expect(ids([dd(5), dd(5), dd(5)], { key: 'drawdown', desc: true })).toEqual([1, 2, 3])
  })
})

it('reverses at the second click, and starts ascending for names', () => {
  expect(nextOrder(WORST_FIRST, 'server')).toEqual({ key: 'server', desc: false })
  expect(nextOrder(WORST_FIRST, 'equity')).toEqual({ key: 'equity', desc: true })
  expect(nextOrder({ key: 'equity', desc: true }, 'equity')).toEqual({ key: 'equity', desc: false })
})
