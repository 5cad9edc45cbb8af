import { describe, expect, test } from 'vitest'
import { createRandom } from '../random.ts'
import { INSTRUMENTS } from './instruments.ts'
import { createPriceFeed } from './price-feed.ts'
import type { Book, Market, Orders } from './trading-account.ts'
import { advance, closeEverything, openAccount, readTelemetry } from './trading-account.ts'

const FREE: Orders = { pauseOpen: false, pauseAdd: false }

function simulate(seed: number, looks: number, ordersAt: (look: number, book: Book) => Orders = () => FREE) {
  const random = createRandom(seed, 'account')
  const instrument = random.pick(INSTRUMENTS)
  const feed = createPriceFeed(instrument, createRandom(seed, 'feed'))
  let book = openAccount(random)
  const seen: { book: Book; market: Market }[] = []
  for (let look = 0; look < looks; look += 1) {
    const market = { instrument, price: feed(look * 5), second: look * 5 }
    book = advance(book, market, ordersAt(look, book), random)
    seen.push({ book, market })
  }
  return seen
}

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]

describe('the robot of one account', () => {
  test('trades: over an hour every account opens, and some add and some lose', () => {
    const hours = SEEDS.map((seed) => simulate(seed, 720))
    for (const hour of hours) expect(hour.some(({ book }) => book.positions.length > 0)).toBe(true)
    const all = hours.flat()
    expect(all.some(({ book }) => book.positions.length > 2)).toBe(true)
    expect(all.some(({ book, market }) => readTelemetry(book, market.instrument, market.price).dd > 1)).toBe(
      true,
    )
  })

  test('is the same for the same seed, and different for another', () => {
    expect(simulate(3, 200)).toEqual(simulate(3, 200))
    expect(simulate(3, 200)).not.toEqual(simulate(4, 200))
  })

  test('stays flat under pause_open when it is flat', () => {
    for (const seed of SEEDS) {
      const seen = simulate(seed, 500, () => ({ pauseOpen: true, pauseAdd: false }))
      expect(seen.every(({ book }) => book.positions.length === 0)).toBe(true)
    }
  })

  test('never opens more positions under pause_add', () => {
    for (const seed of SEEDS) {
      const seen = simulate(seed, 500, () => ({ pauseOpen: false, pauseAdd: true }))
      expect(Math.max(...seen.map(({ book }) => book.positions.length))).toBe(1)
    }
  })

  test('realises the result at close_all, keeps the equity, and stays flat for a while', () => {
    const seen = simulate(2, 720)
    const { book, market } = seen.find((one) => one.book.positions.length > 1)!
    const before = readTelemetry(book, market.instrument, market.price)
    const closed = closeEverything(book, market.instrument, market.price, market.second)
    const after = readTelemetry(closed, market.instrument, market.price)
    expect(after).toMatchObject({ positions: 0, buy: 0, sell: 0, floating: 0, marginLevel: 0 })
    expect(after.equity).toBeCloseTo(before.equity, 1)
    expect(after.balance).toBe(after.equity)
    const random = createRandom(1, 'later')
    for (let second = market.second; second < market.second + 60; second += 1) {
      expect(advance(closed, { ...market, second }, FREE, random).positions).toHaveLength(0)
    }
  })

  test('reports consistent numbers', () => {
    for (const { book, market } of SEEDS.flatMap((seed) => simulate(seed, 300))) {
      const report = readTelemetry(book, market.instrument, market.price)
      expect(report.equity).toBeCloseTo(report.balance + report.floating, 2)
      expect(report.buy + report.sell).toBe(report.positions)
      expect(report.dd).toBeGreaterThanOrEqual(0)
      expect(report.marginLevel > 0).toBe(report.positions > 0)
      expect(report.equity).toBeGreaterThan(0)
    }
  })
})
