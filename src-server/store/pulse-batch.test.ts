import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PulseBatch, unpackPulse } from './pulse-batch.ts'
import type { PulseFigures } from './latest-pulse.ts'

const number = fc.oneof(fc.double(), fc.constant(NaN), fc.integer())
const pulse: fc.Arbitrary<PulseFigures> = fc.record({
  deviceId: fc.nat(),
  at: fc.nat(),
  equity: number,
  balance: number,
  dd: number,
  positions: number,
  buyPos: number,
  sellPos: number,
  floatPnl: number,
  marginLevel: number,
  interval: fc.double({ min: 0, noNaN: true }),
  symbol: fc.string(),
  ip: fc.string(),
  leverage: number,
  dayProfit: number,
  pendingOrders: number,
})

function pulsesOf(batch: PulseBatch): PulseFigures[] {
  const packed = batch.packed()
  return Array.from({ length: packed.count }, (_, index) => unpackPulse(packed, index))
}

it('returns the added pulses in their order, with the values at that time', () => {
  fc.assert(
    fc.property(fc.array(pulse), fc.nat(20), (pulses, expected) => {
      const batch = new PulseBatch(expected)
      const said = { ...pulses[0], program: undefined }
      for (const one of pulses) batch.add(Object.assign(said, one))
      expect(batch.count).toBe(pulses.length)
      expect(pulsesOf(batch)).toEqual(pulses)
    }),
  )
})

it('grows beyond the expected size, and drops the oldest pulses on demand', () => {
  const [one] = fc.sample(pulse, 1)
  const batch = new PulseBatch(10)
  for (let at = 0; at < 3000; at++) batch.add({ ...one!, program: undefined, at, symbol: `S${at}` })
  batch.drop(2000)
  batch.add({ ...one!, program: undefined, at: 3000, symbol: 'S3000' })
  const kept = pulsesOf(batch)
  expect([batch.count, kept.length]).toEqual([1001, 1001])
  expect(kept.every(({ at, symbol }, i) => at === 2000 + i && symbol === `S${at}`)).toBe(true)
})
