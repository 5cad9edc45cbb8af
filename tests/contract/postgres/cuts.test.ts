import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { isPassingFailure } from '../../../src-server/contract/storage-failure.ts'
import type { Fate } from '../../support/postgres/cut-proxy.ts'
import { atStatement, leaveRow, openBehindProxy, rowsByNumber, type BehindProxy } from './behind-proxy.ts'

let open: BehindProxy
beforeAll(async () => {
  open = await openBehindProxy()
})
afterEach(() => {
  open.proxy.decide = () => 'pass'
})
afterAll(() => open.close())

const CUTS: readonly Fate[] = ['cut', 'half', 'during', 'after']
/** BEGIN, a look, a new row, the deletion of old rows, and COMMIT. */
const STATEMENTS = 5
const LANES = ['desk', 'row'] as const
let last = 0

async function write(number: number, lane: 'desk' | 'row', durable: boolean): Promise<void> {
  await open.store.write(
    async (unit) => {
      await unit.meta.find('none')
      await leaveRow(unit, number)
    },
    lane === 'row' ? { durable, lane } : { durable },
  )
}

it.each(LANES.flatMap((lane) => CUTS.map((fate) => ({ lane, fate }))))(
  'a connection that breaks ($fate) at any statement of the $lane lane loses and doubles nothing',
  async ({ lane, fate }) => {
    for (const durable of [true, false])
      for (let place = 0; place < STATEMENTS; place++) {
        const number = ++last
        const hasCome = atStatement(open.proxy, place, fate)
        await write(number, lane, durable)
        expect(hasCome(), `statement ${place}`).toBe(true)
        expect((await rowsByNumber(open)).get(number), `statement ${place}, durable ${durable}`).toBe(1)
      }
  },
)

it('a broken COMMIT whose look for the outcome breaks too is one effect', async () => {
  for (const commit of ['during', 'cut'] as const)
    for (const look of ['during', 'after', 'cut'] as const) {
      const number = ++last
      let looks = 0
      let commits = 0
      open.proxy.decide = ({ text }) => {
        if (text.endsWith('COMMIT\0') && text.includes('INTO units')) return commits++ === 0 ? commit : 'pass'
        if (text.includes('is_void') || text.includes(', true)')) return looks++ === 0 ? look : 'pass'
        return 'pass'
      }
      await write(number, 'row', true)
      expect(looks).toBeGreaterThan(0)
      expect((await rowsByNumber(open)).get(number), `${commit}, ${look}`).toBe(1)
    }
})

it('reads survive a connection that breaks at any statement', async () => {
  await open.store.write((unit) => unit.meta.set('read', 'yes'), { durable: true })
  for (const fate of CUTS)
    for (const place of [0, 1, 2]) {
      const hasCome = atStatement(open.proxy, place, fate)
      expect(await open.store.read((unit) => unit.meta.find('read'))).toBe('yes')
      expect(hasCome(), `statement ${place}`).toBe(true)
    }
})

it('previews survive a connection that breaks', async () => {
  for (const place of [0, 1, 2]) {
    const hasCome = atStatement(open.proxy, place, 'cut')
    expect(await open.store.preview((unit) => unit.meta.find('read'))).toBe('yes')
    expect(hasCome(), `statement ${place}`).toBe(true)
  }
})

/** One in so many beginnings and ends of transactions is cut. */
const EACH = 7

it('a thousand units while connections break at random are a thousand effects, in their order', async () => {
  const first = last + 1
  const numbers = Array.from({ length: 1000 }, (_, i) => first + i)
  last += numbers.length
  let [messages, cuts] = [0, 0]
  open.proxy.decide = ({ type }) => {
    if (type !== 'Q' || ++messages % EACH !== 0) return 'pass'
    cuts++
    return CUTS[(messages / EACH) % CUTS.length] ?? 'pass'
  }
  const seen: number[] = []
  const results = await Promise.allSettled(
    numbers.map((number) =>
      open.store.write(
        async (unit) => {
          await leaveRow(unit, number)
          unit.afterCommit(() => seen.push(number))
        },
        number % 3 === 0 ? { durable: number % 2 === 0, lane: 'row' } : { durable: number % 2 === 0 },
      ),
    ),
  )
  // A busy machine may need more than the time of a caller.
  const lost = results.filter((one) => one.status === 'rejected' && !isPassingFailure(one.reason))
  const rows = await rowsByNumber(open)
  const wrong = numbers.filter((number, i) => {
    const times = rows.get(number) ?? 0
    return results[i]?.status === 'fulfilled' ? times !== 1 : times > 1
  })
  expect(wrong).toEqual([])
  expect(lost).toEqual([])
  expect(cuts).toBeGreaterThan(CUTS.length)
  const desk = seen.filter((number) => number % 3 !== 0)
  expect(desk).toEqual(desk.toSorted((a, b) => a - b))
  const byId = await open.ask<{ number: number }>(
    `SELECT device_id AS number FROM risk_events WHERE device_id >= ${first} AND device_id % 3 <> 0 ORDER BY id`,
  )
  expect(byId.map(({ number }) => number)).toEqual(desk)
})
