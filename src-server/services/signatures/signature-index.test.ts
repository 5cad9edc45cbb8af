import { describe, expect, it } from 'vitest'
import { SignatureIndex } from './signature-index.ts'
import { keyOf, SignatureTable, type SignatureKey } from './signature-table.ts'

/** Numbers from a seed, so that a failure can be repeated. */
function drawFrom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

const key = (at: number): SignatureKey => ({ high: Math.imul(at, 2_654_435_761) >>> 0, low: at })

describe('SignatureTable', () => {
  it('answers as a Map does', () => {
    const draw = drawFrom(7)
    const [table, model] = [new SignatureTable(12_345), new Map<string, number>()]
    for (let step = 0; step < 30_000; step++) {
      // Few numbers for the second half, so that many keys differ in one half only.
      const at = { high: draw(500), low: draw(40) }
      const name = `${at.high} ${at.low}`
      expect(table.find(at)).toBe(model.get(name) ?? 0)
      if (draw(2) === 0) continue
      const value = 1 + draw(255)
      table.add(at, value)
      model.set(name, value)
    }
    expect(table.places).toBeLessThan(model.size * 4)
  })

  it('reads the first 64 bits of a signature', () => {
    expect(keyOf('00000001ffffffff0123456789abcdef')).toEqual({ high: 1, low: 4_294_967_295 })
  })
})

describe('SignatureIndex', () => {
  const LATE = 1_700_000_000

  it('remembers each signature until its time has left the window of its application', () => {
    const index = new SignatureIndex(1)
    const windows = new Map([
      [1, 10],
      [2, 3600],
    ])
    for (const app of windows.keys())
      for (let at = 0; at < 300; at++) index.add(app, key(at), LATE + at, 5)
    for (let now = LATE; now < LATE + 5000; now += 7) {
      index.forget(now, (app) => windows.get(app))
      for (const [app, window] of windows)
        for (let at = 0; at < 300; at += 13)
          if (now - (LATE + at) <= window) expect(index.find(app, key(at), LATE + at)).toBe(5)
    }
    expect(index.places).toBe(0)
  })

  it('keeps the signatures of an application apart from those of others, and forgets a deleted one', () => {
    const index = new SignatureIndex(1)
    index.add(1, key(9), LATE, 3)
    expect(index.find(2, key(9), LATE)).toBe(0)
    index.forget(LATE, () => undefined)
    expect([index.find(1, key(9), LATE), index.places]).toEqual([0, 0])
  })

  it('refuses a flood instead of forgetting, and leaves room for other applications', () => {
    const most = 100_000
    const index = new SignatureIndex(1, most)
    const fill = (app: number) => {
      let added = 0
      for (; index.hasRoom(app, LATE + (added % 50) * 60, false); added++) index.add(app, key(added), LATE + (added % 50) * 60, 1)
      for (let at = 0; at < added; at += 97) expect(index.find(app, key(at), LATE + (at % 50) * 60)).toBe(1)
      return added
    }
    const first = fill(1)
    expect(first).toBeGreaterThan(most / 8)
    const second = fill(2)
    expect(second).toBeGreaterThan(most / 16)
    for (let app = 3; app < 8; app++) expect(fill(app)).toBeGreaterThan(0)
    expect(index.places).toBeLessThanOrEqual(most)
    expect(index.hasRoom(1, LATE - 60, false)).toBe(false)
  })

  it('a flood of signatures dated ahead leaves room for signatures of now', () => {
    const index = new SignatureIndex(1, 100_000)
    for (let at = 0; index.hasRoom(1, LATE + 50_000 + (at % 600), true); at++)
      index.add(1, key(at), LATE + 50_000 + (at % 600), 1)
    expect(index.hasRoom(1, LATE, false)).toBe(true)
  })
})
