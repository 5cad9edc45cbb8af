import type { Random } from '../random.ts'
import type { Instrument } from './instruments.ts'

/** The price at a second since the start. The same second always gives the same price. */
export type PriceFeed = (second: number) => number

const REGIME_SECONDS = 180

/** A geometric random walk, one step a second, whose drift changes every few minutes. */
export function createPriceFeed(instrument: Instrument, random: Random): PriceFeed {
  const path = [instrument.start]
  let last = instrument.start
  let drift = 0
  return (second) => {
    const wanted = Math.max(0, Math.floor(second))
    while (path.length <= wanted) {
      if (path.length % REGIME_SECONDS === 1) drift = random.normal() * instrument.volatility * 0.15
      last *= Math.exp(drift + random.normal() * instrument.volatility)
      path.push(last)
    }
    return path[wanted] ?? last
  }
}
