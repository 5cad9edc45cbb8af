import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Change } from '../../src-server/store/changes.ts'
import type { CopyLink } from '../../src-server/store/copy-link.ts'
import { until } from '../support/until.ts'
import { CopiesWorld } from './copies-world.ts'

let world: CopiesWorld
beforeEach(async () => {
  world = await CopiesWorld.open()
})
afterEach(() => world.close())

const change = (key: number, copy = 'other') =>
  `INSERT INTO changes (kind, key, copy) VALUES ('device', '${key}', '${copy}')`
/** The changes of a look that is in one part. */
async function look(link: CopyLink): Promise<readonly Change[]> {
  const { changes, isLast } = await link.look()
  expect(isLast).toBe(true)
  return changes
}
const keys = (changes: readonly Change[]) => changes.map(({ key }) => key)

it('a look gives what was committed since the last one, once', async () => {
  const link = await world.link('own')
  const writer = await world.client()
  expect(await look(link)).toEqual([])
  await writer.query(change(1))
  await writer.query(
    `INSERT INTO changes (kind, key, copy) VALUES ('riskNote', '"a ""quoted"" key"', 'other')`.replaceAll(
      '""',
      '\\"',
    ),
  )
  expect(await look(link)).toEqual(
    expect.arrayContaining([
      { kind: 'device', key: 1 },
      { kind: 'riskNote', key: 'a "quoted" key' },
    ]),
  )
  expect(await look(link)).toEqual([])
  await link.close()
})

it('a look leaves out the changes of this copy, and gives a key once', async () => {
  const link = await world.link('own')
  const writer = await world.client()
  for (const text of [change(1, 'own'), change(2), change(2)]) await writer.query(text)
  expect(keys(await look(link))).toEqual([2])
  await link.close()
})

it('a transaction that commits late is not passed over, whichever number it has', async () => {
  const link = await world.link('own')
  const [early, late, other] = [await world.client(), await world.client(), await world.client()]
  await early.query('BEGIN')
  await early.query(change(1))
  await late.query('BEGIN')
  await late.query(change(2))
  await other.query(change(3))
  // A later number is committed first, and shows at once though an earlier one is still open.
  expect(keys(await look(link))).toEqual([3])
  await late.query('COMMIT')
  expect(keys(await look(link))).toEqual([2])
  expect(await look(link)).toEqual([])
  await other.query(change(4))
  await early.query('COMMIT')
  expect(keys(await look(link)).sort()).toEqual([1, 4])
  expect(await look(link)).toEqual([])
  await link.close()
})

it('a transaction that began before the copy joined comes with the first look', async () => {
  const writer = await world.client()
  await writer.query('BEGIN')
  await writer.query(change(1))
  const link = await world.link('own')
  await writer.query('COMMIT')
  expect(keys(await look(link))).toEqual([1])
  await link.close()
})

it('a transaction that is rolled back never comes', async () => {
  const link = await world.link('own')
  const writer = await world.client()
  await writer.query('BEGIN')
  await writer.query(change(1))
  await writer.query('ROLLBACK')
  expect(await look(link)).toEqual([])
  await link.close()
})

it('a copy whose connection was cut reads the last minutes again', async () => {
  const link = await world.link('own')
  const writer = await world.client()
  await writer.query(change(1))
  expect(keys(await look(link))).toEqual([1])
  expect(await world.cut('pulsekey talk')).toBe(1)
  await writer.query(change(2))
  await expect(look(link)).rejects.toThrow()
  expect(keys(await look(link)).sort()).toEqual([1, 2])
  expect(await look(link)).toEqual([])
  await link.close()
})

it('old changes are dropped, and newer ones stay', async () => {
  const link = await world.link('own')
  const writer = await world.client()
  await writer.query(change(1))
  await writer.query(`UPDATE changes SET at = now() - interval '11 minutes'`)
  await writer.query(change(2))
  await link.tidy(1_700_000_000)
  const { rows } = await writer.query('SELECT key FROM changes')
  expect(rows).toEqual([{ key: '2' }])
  await link.close()
})

it('more old transactions than one statement takes are dropped in one turn', async () => {
  const link = await world.link('own')
  const writer = await world.client()
  await writer.query(`INSERT INTO units (id, at)
    SELECT gen_random_uuid(), now() - interval '25 hours' FROM generate_series(1, 30000)`)
  await writer.query(`INSERT INTO units (id) VALUES (gen_random_uuid())`)
  await link.tidy(1_700_000_000)
  const { rows } = await writer.query('SELECT count(*)::int AS left FROM units')
  expect(rows).toEqual([{ left: 1 }])
  await link.close()
})

it('a hint brings a change to another copy well before its own look', async () => {
  const [a, b] = await world.joinTwo()
  const writer = await world.client()
  const heard: unknown[] = []
  b.copy.feed.subscribe((changes) => {
    heard.push(...keys(changes))
    return undefined
  })
  const times: number[] = []
  for (let at = 1; at <= 50; at++) {
    await writer.query(change(at, 'aa'))
    const begun = performance.now()
    a.copy.feed.publish([{ kind: 'device', key: at }])
    while (!heard.includes(at)) await new Promise((resolve) => setImmediate(resolve))
    times.push(performance.now() - begun)
  }
  times.sort((x, y) => x - y)
  expect(heard).toHaveLength(50)
  expect(times[Math.floor(times.length / 2)]).toBeLessThan(100)
})

it('a copy that gets no hint follows all the same', async () => {
  const b = await world.join('bb')
  const heard: unknown[] = []
  b.copy.feed.subscribe((changes) => {
    heard.push(...keys(changes))
    return undefined
  })
  const writer = await world.client()
  await writer.query(change(7))
  await until(() => heard.includes(7), 'the change without a hint')
  expect(b.copy.standing.isCurrent).toBe(true)
})

/** Changes of a large act of another copy: several parts of a look. */
const MANY = 25_000

it('a look at very many changes comes in parts, and leaves none out that was committed meanwhile', async () => {
  const link = await world.link('own')
  const [writer, late] = [await world.client(), await world.client()]
  await late.query('BEGIN')
  await late.query(change(0))
  await writer.query(
    `INSERT INTO changes (kind, key, copy) SELECT 'device', n::text, 'other' FROM generate_series(1, ${MANY}) n`,
  )
  const found: unknown[] = []
  let parts = 0
  for (let isLast = false; !isLast;) {
    const part = await link.look()
    found.push(...keys(part.changes))
    isLast = part.isLast
    // The look is one of the moment of its first part.
    if (++parts === 1) {
      await late.query('COMMIT')
      await writer.query(change(MANY + 1))
    }
  }
  expect(parts).toBeGreaterThan(2)
  expect(found).toHaveLength(MANY)
  expect(new Set(found).size).toBe(MANY)
  expect(keys(await look(link)).toSorted()).toEqual([0, MANY + 1])
  await link.close()
})

it('a copy follows changes in parts to their end', async () => {
  const b = await world.join('bb')
  const heard = new Set<unknown>()
  b.copy.feed.subscribe((changes) => {
    for (const key of keys(changes)) heard.add(key)
    return undefined
  })
  const writer = await world.client()
  await writer.query(
    `INSERT INTO changes (kind, key, copy) SELECT 'device', n::text, 'other' FROM generate_series(1, ${MANY}) n`,
  )
  await until(() => heard.size === MANY, 'all changes')
})
