import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { WriteUnit } from '../../../src-server/store/store.ts'
import { openPostgresStore } from '../../support/postgres/open-postgres-store.ts'
import { leaveRow, openBehindProxy, rowsByNumber, troubleOf, type BehindProxy } from './behind-proxy.ts'

const DURABLE = { durable: true }
/** The database looks for two that wait for each other after a second. The one that it ends tries again at once. */
const DEADLOCK_MS = 2500
let open: BehindProxy
let last = 0
beforeAll(async () => {
  open = await openBehindProxy()
})
afterEach(() => {
  open.proxy.decide = () => 'pass'
  open.proxy.cutAll()
})
afterAll(() => open.close())

const write = (number: number, options: { durable: boolean; lane?: 'row' } = DURABLE) =>
  open.store.write((unit) => leaveRow(unit, number), options)

describe('a copy that stops inside the desk lane', () => {
  it('is cut off, the other copy goes on, and the stopped unit runs again as one effect', async () => {
    const [stopped, next] = [++last, ++last]
    let runs = 0
    const stopping = open.store.write(async (unit) => {
      await leaveRow(unit, stopped)
      if (++runs === 1) await pause(6000)
    }, DURABLE)
    await pause(200)
    const start = performance.now()
    await open.other.write((unit) => leaveRow(unit, next), DURABLE)
    expect(performance.now() - start).toBeLessThan(5000)
    expect(await stopping.catch(troubleOf)).toBe('away')
    expect((await rowsByNumber(open)).get(next)).toBe(1)
    expect((await rowsByNumber(open)).get(stopped)).toBeUndefined()
    await write(stopped)
    expect((await rowsByNumber(open)).get(stopped)).toBe(1)
  })

  it('is waited for by the others while it works, longer than they wait for a database that is away', async () => {
    const [long, next] = [++last, ++last]
    const order: number[] = []
    const working = open.store.write(async (unit) => {
      await leaveRow(unit, long)
      const start = performance.now()
      while (performance.now() - start < 7000) {
        await unit.steward.find()
        await pause(50)
      }
      order.push(long)
    }, DURABLE)
    await pause(200)
    const waiting = open.other.write(async (unit) => {
      await leaveRow(unit, next)
      order.push(next)
    }, DURABLE)
    expect(await Promise.all([working, waiting.catch(troubleOf)])).toEqual([undefined, undefined])
    expect(order).toEqual([long, next])
    const rows = await rowsByNumber(open)
    expect([rows.get(long), rows.get(next)]).toEqual([1, 1])
  })

  it('a connection that hangs fails within its time, with the units behind it', async () => {
    const numbers = [++last, ++last, ++last]
    open.proxy.decide = () => 'hang'
    const start = performance.now()
    const first = write(numbers[0]!).catch(troubleOf)
    await pause(50)
    const behind = [write(numbers[1]!), write(numbers[2]!)].map((one) => one.catch(troubleOf))
    expect(await Promise.all(behind)).toEqual(['away', 'away'])
    expect(performance.now() - start).toBeLessThan(6500)
    open.proxy.decide = () => 'pass'
    expect(await first).toBe('away')
    await write(++last)
    const rows = await rowsByNumber(open)
    expect(numbers.map((number) => rows.get(number))).toEqual([undefined, undefined, undefined])
    expect(rows.get(last)).toBe(1)
  })
})

describe('a COMMIT whose answer never comes', () => {
  it('is looked for, and its effects follow though the caller was told of the outage', async () => {
    const number = ++last
    const seen: string[] = []
    open.store.onChanged((changes) => {
      seen.push(...changes.map(({ kind }) => kind))
      return undefined
    })
    let isAway = false
    open.proxy.decide = ({ text }) => {
      if (isAway) return 'cut'
      isAway = text.includes('INTO units')
      return isAway ? 'after' : 'pass'
    }
    const told = await open.store
      .write(async (unit) => {
        await leaveRow(unit, number)
        unit.changed('rule', 1)
        unit.afterCommit(() => seen.push('effect'))
      }, DURABLE)
      .catch(troubleOf)
    expect(told).toBe('away')
    expect(seen).toEqual([])
    open.proxy.decide = () => 'pass'
    await write(++last)
    expect(seen).toEqual(['rule', 'effect'])
    expect((await rowsByNumber(open)).get(number)).toBe(1)
  })

  it('keeps no caller of a unit behind it waiting, though the database answers every look', async () => {
    await open.ask(`CREATE OR REPLACE FUNCTION unseen() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.is_void THEN RAISE EXCEPTION 'unseen' USING ERRCODE = '55P03'; END IF; RETURN NEW; END $$`)
    await open.ask(`CREATE TRIGGER unseen BEFORE INSERT ON units FOR EACH ROW EXECUTE FUNCTION unseen()`)
    const [first, behind] = [++last, ++last]
    const start = performance.now()
    let cuts = 0
    open.proxy.decide = ({ text }) => (text.endsWith('COMMIT\0') && cuts++ === 0 ? 'after' : 'pass')
    const unknown = write(first).catch(troubleOf)
    await pause(200)
    const waiting = write(behind).catch(troubleOf)
    const told = await Promise.race([waiting, pause(8000, 'nothing')])
    await open.ask('DROP TRIGGER unseen ON units')
    expect([told, await unknown]).toEqual(['away', 'away'])
    expect(performance.now() - start).toBeLessThan(6500)
    await write(++last)
    const rows = await rowsByNumber(open)
    expect([first, behind, last].map((number) => rows.get(number))).toEqual([1, undefined, 1])
  })
})

describe('units that are tried in parts', () => {
  it('fail within their time when the database goes silent between the parts', async () => {
    const start = performance.now()
    const failing = open.store.write(async () => {
      open.proxy.decide = ({ text }) => (text.startsWith('BEGIN') ? 'hang' : 'pass')
      throw new Error('no')
    }, DURABLE)
    const number = ++last
    const results = await Promise.all([failing, write(number)].map((one) => one.catch(troubleOf)))
    expect(results).toEqual(['away', 'away'])
    expect(performance.now() - start).toBeLessThan(6500)
    open.proxy.decide = () => 'pass'
    await write(++last)
    expect((await rowsByNumber(open)).get(number)).toBeUndefined()
  })
})

describe('locks of others', () => {
  it('a lock that lasts fails a unit of the row lane after its time, and the desk waits for it', async () => {
    const rowLane = { durable: true, lane: 'row' } as const
    await open.ask('BEGIN')
    await open.ask('LOCK TABLE risk_events IN EXCLUSIVE MODE')
    const start = performance.now()
    const [refused, waits] = [++last, ++last]
    const waiting = write(waits)
    expect(await write(refused, rowLane).catch(troubleOf)).toBe('away')
    expect(performance.now() - start).toBeGreaterThan(4500)
    const again = write(++last, rowLane)
    await pause(300)
    await open.ask('COMMIT')
    await Promise.all([waiting, again])
    const rows = await rowsByNumber(open)
    expect([rows.get(waits), rows.get(last)]).toEqual([1, 1])
    // Its first statement went out with the beginning that failed.
    expect(rows.get(refused)).toBeUndefined()
  })
})

describe('a copy that ends', () => {
  it('waits for no lock that lasts, for none of its units', async () => {
    const ending = openPostgresStore(open.url)
    await open.ask('BEGIN')
    await open.ask('UPDATE desk SET n = n')
    const first = ending.write((unit) => leaveRow(unit, ++last), DURABLE).catch(troubleOf)
    // More than share a transaction.
    const behind = Array.from({ length: 200 }, () =>
      ending.write((unit) => leaveRow(unit, ++last), DURABLE).catch(troubleOf),
    )
    const start = performance.now()
    await ending.close()
    const took = performance.now() - start
    await open.ask('COMMIT')
    expect(new Set(await Promise.all([first, ...behind]))).toEqual(new Set(['away']))
    expect(took).toBeLessThan(8000)
  })
})

describe('two copies that wait for each other', () => {
  it.each([
    ['of the row lane', { durable: true, lane: 'row' } as const, { durable: true, lane: 'row' } as const],
    ['of both lanes', DURABLE, { durable: true, lane: 'row' } as const],
  ])('units %s are both done once, soon after the database has ended one of them', async (_, one, two) => {
    const numbers = [++last, ++last] as const
    const [first, second] = ['first', 'second'].map((key) => `deadlock ${key}`) as [string, string]
    const reached = numbers.map(() => Promise.withResolvers<undefined>())
    const runs = [0, 0]
    const cross = (store: BehindProxy['store'], at: 0 | 1, options: { durable: boolean; lane?: 'row' }) =>
      store.write(async (unit) => {
        const isFirst = ++runs[at]! === 1
        await unit.meta.set(at === 0 ? first : second, String(numbers[at]))
        reached[at]?.resolve(undefined)
        // Each has one row, and wants the other one's.
        if (isFirst) await Promise.all(reached.map(({ promise }) => promise))
        await unit.meta.set(at === 0 ? second : first, String(numbers[at]))
        await leaveRow(unit, numbers[at])
      }, options)
    const begun = performance.now()
    await Promise.all([cross(open.store, 0, one), cross(open.other, 1, two)])
    expect(performance.now() - begun).toBeLessThan(DEADLOCK_MS)
    expect(Math.max(...runs)).toBeGreaterThan(1)
    const rows = await rowsByNumber(open)
    expect(numbers.map((number) => rows.get(number))).toEqual([1, 1])
    const stored = await open.store.read(async (unit) => [
      await unit.meta.find(first),
      await unit.meta.find(second),
    ])
    expect(new Set(stored).size).toBe(1)
  })
})

describe('errors of the database', () => {
  const raise = async (code: string, times: number) => {
    await open.ask(`DROP TRIGGER IF EXISTS broken ON risk_events`)
    await open.ask(`DROP SEQUENCE IF EXISTS broken_times`)
    await open.ask(`CREATE SEQUENCE broken_times`)
    await open.ask(`CREATE OR REPLACE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('broken_times') <= ${times} THEN RAISE EXCEPTION 'broken' USING ERRCODE = '${code}'; END IF;
      RETURN NEW; END $$`)
    await open.ask(
      `CREATE TRIGGER broken BEFORE INSERT ON risk_events FOR EACH ROW EXECUTE FUNCTION broken()`,
    )
  }

  it.each(['40001', '40P01', '55P03'])('%s is tried again', async (code) => {
    await raise(code, 2)
    for (const options of [DURABLE, { durable: false, lane: 'row' as const }]) {
      await write(++last, options)
      expect((await rowsByNumber(open)).get(last)).toBe(1)
    }
  })

  it.each([
    ['53100', 'full'],
    ['XX001', 'damaged'],
    ['58030', 'damaged'],
    ['57014', 'away'],
  ])('%s is a failure of the storage: %s', async (code, trouble) => {
    await raise(code, 1)
    const [bad, good] = await Promise.all([
      write(++last).catch(troubleOf),
      pause(100).then(() => write(++last)),
    ])
    expect(bad).toBe(trouble)
    expect(good).toBeUndefined()
  })

  it('a full disk fails each of the units that share a transaction', async () => {
    await raise('53100', 1000)
    const several = await Promise.all([1, 2, 3].map(() => write(++last).catch(troubleOf)))
    expect(several).toEqual(['full', 'full', 'full'])
    await raise('53100', 0)
    await write(++last)
  })

  it.each([true, false])(
    'a unit that goes on after a failed statement stores nothing (durable: %s)',
    async (durable) => {
      await raise('23514', 1)
      const number = ++last
      const work = async (unit: WriteUnit) => {
        await unit.meta.set('swallowed', String(number))
        await leaveRow(unit, number).catch(() => undefined)
      }
      await expect(open.store.write(work, { durable })).rejects.toThrow()
      expect(await open.store.read((unit) => unit.meta.find('swallowed'))).not.toBe(String(number))
    },
  )
})
