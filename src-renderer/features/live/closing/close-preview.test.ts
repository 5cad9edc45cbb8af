import { expect, it } from 'vitest'
import type { CloseState } from '../../../../src-server/contract/records/device.ts'
import { NOON, samplePulse, sampleRow } from '../rows/sample-device.ts'
import { measureClose, previewClose } from './close-preview.ts'

const closing = (state: CloseState) => ({
  close_all: { state, asked_at: NOON, delivered_at: null, confirmed_at: null, repeats: 0 },
})
const open = (positions: number | null, floating: number | null, at = NOON) => ({
  telemetry: samplePulse({ positions, float_pnl: floating, at }),
})

/** A program that counts by side only. */
const sides = (buy: number | null, sell: number | null) => ({
  telemetry: samplePulse({ positions: null, buy_pos: buy, sell_pos: sell, float_pnl: 1 }),
})

it('asks accounts with positions or without a report, and names the skipped ones', () => {
  const preview = previewClose([
    sampleRow(1, open(3, -20)),
    sampleRow(2, open(0, 0)),
    sampleRow(3, { ...open(2, 5), ...closing('asked') }),
    sampleRow(4, { ...open(1, -1), ...closing('overdue') }),
    sampleRow(5, open(4, 8, NOON - 900)),
    sampleRow(6),
    sampleRow(7, sides(0, 0)),
    sampleRow(8, sides(2, 1)),
    sampleRow(9, { ...sides(null, 0), ...closing('unreported') }),
  ])
  expect(preview.rows.map((row) => row.id)).toEqual([1, 4, 5, 6, 8, 9])
  expect(preview).toMatchObject({ positions: 11, floating: -11, silent: 2, flat: 2, underway: 1 })
})

it('counts the progress of a close order', () => {
  const states: CloseState[] = ['asked', 'delivered', 'overdue', 'confirmed', 'none', 'unreported']
  const rows = new Map(states.map((state, index) => [index, sampleRow(index, closing(state))]))
  expect(measureClose([0, 1, 2, 3, 4, 5, 99], rows)).toEqual({
    total: 7,
    delivered: 4,
    confirmed: 1,
    overdue: 1,
    unreported: 1,
    asked: 1,
  })
})
