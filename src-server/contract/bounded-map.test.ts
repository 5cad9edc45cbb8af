import { describe, expect, it } from 'vitest'
import { BoundedMap } from './bounded-map.ts'

/** The same rules, as simple as possible. */
class Model {
  readonly #most: number
  entries: (readonly [string, number])[] = []

  constructor(most: number) {
    this.#most = most
  }

  set(key: string, value: number): readonly [string, number] | undefined {
    this.delete(key)
    const dropped = this.entries.length >= this.#most ? this.entries.shift() : undefined
    this.entries.push([key, value])
    return dropped
  }

  replace(key: string, value: number): void {
    this.entries = this.entries.map((entry) => (entry[0] === key ? [key, value] : entry))
  }

  delete(key: string): boolean {
    const before = this.entries.length
    this.entries = this.entries.filter(([own]) => own !== key)
    return this.entries.length < before
  }
}

/** Numbers from a seed, so that a failure can be repeated. */
function drawFrom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

describe('BoundedMap', () => {
  it.each([1, 2, 7, 40])('behaves as the simple model does, with at most %i entries', (most) => {
    for (let seed = 1; seed <= 5; seed++) {
      const draw = drawFrom(seed)
      const [map, model] = [new BoundedMap<string, number>(most), new Model(most)]
      for (let step = 0; step < 400; step++) {
        const key = `k${draw(most * 2 + 1)}`
        const act = draw(10)
        if (act < 6) expect(map.set(key, step)).toEqual(model.set(key, step))
        else if (act < 7) expect(map.delete(key)).toBe(model.delete(key))
        else if (act < 8) expect(map.dropOldest()).toEqual(model.entries.shift())
        else {
          map.replace(key, step)
          model.replace(key, step)
        }
        expect([...map]).toEqual(model.entries)
        expect(map.size).toBe(model.entries.length)
        expect(map.oldest()).toEqual(model.entries[0])
        expect(map.newest()).toEqual(model.entries.at(-1))
        const [, value] = model.entries.find(([own]) => own === key) ?? []
        expect([map.get(key), map.has(key)]).toEqual([value, value !== undefined])
      }
      map.clear()
      expect([map.size, ...map]).toEqual([0])
    }
  })

  it('a loop may delete the entry that it is at', () => {
    const map = new BoundedMap<number, string>(5)
    for (let key = 0; key < 5; key++) map.set(key, String(key))
    for (const [key] of map) if (key % 2 === 0) map.delete(key)
    expect([...map.values()]).toEqual(['1', '3'])
  })

  it('costs the same when it is full', () => {
    const map = new BoundedMap<number, number>(COUNT)
    let next = 0
    const add = () => {
      for (let i = 0; i < COUNT; i++) map.set(next++, 0)
    }
    leastCost(8, add)
    const full = leastCost(8, add)
    const once = leastCost(4, () => {
      const fresh = new BoundedMap<number, number>(COUNT)
      for (let key = 0; key < COUNT; key++) fresh.set(key, 0)
    })
    // A Map used as a queue needs a hundred times as long here, so a limit of 10 depends on no machine.
    expect(full / once).toBeLessThan(10)
  })
})

const COUNT = 20_000

/** Microseconds of this thread on a processor: what other programs take meanwhile doesn't count. */
function leastCost(tries: number, work: () => void): number {
  const costs = Array.from({ length: tries }, () => {
    const from = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(from)
    return user + system
  })
  return Math.min(...costs)
}
