import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HealthMinute } from '../../src-server/store/repositories/health-samples.ts'
import type { StoredJob } from '../../src-server/store/repositories/jobs.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { addApplication, addOperator, FOREVER, HARD_TEXT, NOW, write } from './sample-records.ts'

const MISSING = 999_999

describe.each(ENGINES)('what the copies of a server share on %s', (engine) => {
  let open: OpenStore
  /** Each test has an application of its own. */
  let app: number
  let made = 0

  beforeAll(async () => {
    open = await openStore(engine)
  })
  afterAll(() => open.close())

  const newApplication = async () => {
    app = await write(open.store, async (unit) =>
      addApplication(unit, await addOperator(unit, `dev${made++}`), `app${made}`),
    )
  }

  describe('replays', () => {
    const replay = (signature: string, until = FOREVER) => ({
      appId: app,
      signature,
      api: 'kmlogon',
      answer: HARD_TEXT,
      until,
    })

    it('the first use of a signature stays', async () => {
      await newApplication()
      const [first, again] = await write(open.store, async (unit) => [
        await unit.replays.add(replay('ab')),
        await unit.replays.add({ ...replay('ab'), api: 'other', answer: null }),
      ])
      expect([first, again]).toEqual([undefined, replay('ab')])
      const found = await open.store.read(async (unit) => [
        await unit.replays.find(app, 'ab'),
        await unit.replays.find(app, 'AB'),
        await unit.replays.find(MISSING, 'ab'),
      ])
      expect(found).toEqual([replay('ab'), undefined, undefined])
    })

    it('ended ones are deleted', async () => {
      await newApplication()
      const areGone = await write(open.store, async (unit) => {
        for (const until of [1, 2, 3]) await unit.replays.add(replay(`c${until}`, until))
        return unit.replays.deleteEnded(2)
      })
      expect(areGone).toBe(true)
      const left = await open.store.read(async (unit) => [
        await unit.replays.find(app, 'c1'),
        await unit.replays.find(app, 'c2'),
        await unit.replays.find(app, 'c3'),
      ])
      expect(left.map((one) => one?.until)).toEqual([undefined, undefined, 3])
    })

    it('many are deleted in steps', async () => {
      await newApplication()
      const results = await write(open.store, async (unit) => {
        for (let i = 0; i < 5001; i++) await unit.replays.add(replay(`d${i}`, 1))
        return [await unit.replays.deleteEnded(1), await unit.replays.deleteEnded(1)]
      })
      expect(results).toEqual([false, true])
    })
  })

  describe('jobs', () => {
    const job = (id: string, over: Partial<StoredJob> = {}): StoredJob => ({
      id,
      copy: 'a',
      kind: 'import',
      state: 'running',
      done: 0,
      skipped: 0,
      endedAt: null,
      total: 5,
      operatorId: 1,
      personId: 2,
      by: HARD_TEXT,
      startedAt: NOW,
      ...over,
    })
    const ended = { state: 'done', done: 5, skipped: 1, endedAt: FOREVER } as const

    it('are found, and listed newest first', async () => {
      await write(open.store, async (unit) => {
        await unit.jobs.add(job('j1'))
        await unit.jobs.add(job('j2', { total: FOREVER }))
      })
      const [found, missing, newest] = await open.store.read(async (unit) => [
        await unit.jobs.find('j1'),
        await unit.jobs.find('J1'),
        await unit.jobs.newest(),
      ])
      expect(found).toEqual(job('j1'))
      expect(missing).toBeUndefined()
      expect(newest).toEqual([job('j2', { total: FOREVER }), job('j1')])
    })

    it('learn from their reports that they are to end', async () => {
      const reports = await write(open.store, async (unit) => {
        await unit.jobs.add(job('k1'))
        const running = await unit.jobs.report('k1', { ...ended, state: 'running', endedAt: null })
        await unit.jobs.cancel('k1')
        const asked = await unit.jobs.report('k1', { ...ended, state: 'running', endedAt: null })
        const last = await unit.jobs.report('k1', ended)
        await unit.jobs.cancel('k1')
        return [
          running,
          asked,
          last,
          await unit.jobs.report('k1', ended),
          await unit.jobs.report('no', ended),
        ]
      })
      expect(reports).toEqual([false, true, true, true, true])
      expect(await open.store.read((unit) => unit.jobs.find('k1'))).toEqual(job('k1', ended))
    })

    it('of a copy without a sign of life fail, and those of another copy go on', async () => {
      const seen = await write(open.store, async (unit) => {
        for (const [id, copy] of [
          ['m1', 'x'],
          ['m2', 'x'],
          ['m3', 'y'],
        ] as const)
          await unit.jobs.add(job(id, { copy }))
        await unit.jobs.cancel('m2')
        const cancelled = await unit.jobs.beat('x')
        const running = (await unit.jobs.running()).filter(({ id }) => id.startsWith('m'))
        for (const last of running) if (last.copy === 'x') await unit.jobs.fail(last, NOW)
        await unit.jobs.fail({ id: 'm3', copy: 'y', beats: 7 }, NOW)
        return { cancelled, running }
      })
      const states = await open.store.read(async (unit) => {
        const all = await unit.jobs.newest()
        return all
          .filter(({ id }) => id.startsWith('m'))
          .map(({ id, state, endedAt }) => [id, state, endedAt])
      })
      expect(seen.cancelled).toEqual(['m2'])
      expect([...seen.running].sort((a, b) => a.id.localeCompare(b.id))).toEqual([
        { id: 'm1', copy: 'x', beats: 1 },
        { id: 'm2', copy: 'x', beats: 1 },
        { id: 'm3', copy: 'y', beats: 0 },
      ])
      expect(states).toEqual([
        ['m3', 'running', null],
        ['m2', 'failed', NOW],
        ['m1', 'failed', NOW],
      ])
    })

    it('the oldest ended ones are forgotten', async () => {
      await write(open.store, async (unit) => {
        await unit.jobs.add(job('old', ended))
        await unit.jobs.add(job('busy'))
        for (let i = 0; i < 201; i++) await unit.jobs.add(job(`n${i}`, ended))
      })
      const seen = await open.store.read(async (unit) => ({
        old: await unit.jobs.find('old'),
        busy: await unit.jobs.find('busy'),
        newest: await unit.jobs.newest(),
      }))
      expect([seen.old, seen.busy?.id]).toEqual([undefined, 'busy'])
      expect([seen.newest.length, seen.newest[0]?.id, seen.newest[199]?.id]).toEqual([200, 'n200', 'n1'])
    })
  })

  it('signatures come back in their order, and the old ones are deleted', async () => {
    await newApplication()
    const signature = (name: string, at: number, answer: string | null = null) => ({
      appId: app,
      signature: name,
      api: 'kmlogon',
      sent: FOREVER,
      answer,
      at,
    })
    const given = [signature('s2', 5, HARD_TEXT), signature('s1', 6), signature('s1', 7)]
    await write(open.store, async (unit) => {
      for (const one of given) await unit.signatures.add(one)
    })
    const all = async () => {
      const stored = await open.store.read((unit) => unit.signatures.all())
      return stored.map(({ appId, signature: name, api, sent, answer, at }) => ({
        appId,
        signature: name,
        api,
        sent,
        answer,
        at,
      }))
    }
    expect(await all()).toEqual(given)
    expect(await write(open.store, (unit) => unit.signatures.deleteBefore(7))).toBe(2)
    expect(await all()).toEqual(given.slice(2))
    expect(await write(open.store, (unit) => unit.signatures.deleteBefore(8))).toBe(1)
    expect(await write(open.store, (unit) => unit.signatures.deleteBefore(8))).toBe(0)
  })

  it('the lease has one holder', async () => {
    const lease = (copy: string, epoch: number, beats = 0) => ({ copy, epoch, beats })
    expect(await open.store.read((unit) => unit.steward.find())).toBeUndefined()
    const results = await write(open.store, async (unit) => [
      await unit.steward.take('a', undefined),
      await unit.steward.take('b', undefined),
      await unit.steward.renew(1),
      await unit.steward.take('b', lease('a', 1)),
      await unit.steward.find(),
      await unit.steward.take('b', lease('a', 1, 1)),
      await unit.steward.renew(1),
      await unit.steward.seize('c'),
    ])
    expect(results).toEqual([
      lease('a', 1),
      undefined,
      true,
      undefined,
      lease('a', 1, 1),
      lease('b', 2),
      false,
      lease('c', 3),
    ])
    await write(open.store, async (unit) => {
      await unit.steward.release(2)
      await unit.steward.release(3)
    })
    expect(await open.store.read((unit) => unit.steward.find())).toEqual(lease('', 3))
  })

  it('the uses of calls add up by hour', async () => {
    await newApplication()
    const uses = (n: number) => ({ calls: n, signed: n + 1, encrypted: n + 2, https: n + 3, valued: n + 4 })
    await write(open.store, async (unit) => {
      await unit.callUses.add([
        { app, hour: 7200, ...uses(10) },
        { app: MISSING, hour: 7200, ...uses(1) },
        { app, hour: 3600, ...uses(FOREVER) },
      ])
      await unit.callUses.add([{ app, hour: 7200, ...uses(100) }])
      await unit.callUses.add([])
    })
    const sum = (from: number) => open.store.read((unit) => unit.callUses.sum(app, from))
    expect(await sum(7200)).toEqual({ calls: 110, signed: 112, encrypted: 114, https: 116, valued: 118 })
    expect((await sum(3600)).calls).toBe(110 + FOREVER)
    expect(await sum(7201)).toEqual({ calls: 0, signed: 0, encrypted: 0, https: 0, valued: 0 })
    await write(open.store, (unit) => unit.callUses.deleteBefore(7200))
    expect((await sum(0)).calls).toBe(110)
  })

  it('health samples are joined into steps', async () => {
    const minute = (at: number, over: Partial<HealthMinute> = {}): HealthMinute => ({
      at,
      calls: 1.5,
      errors: 0,
      p99: null,
      lag: 2,
      memory: 8_000_000_000,
      diskUsed: 1,
      diskFree: 9,
      commit: null,
      telemetry: 0.25,
      online: 1,
      ...over,
    })
    await write(open.store, async (unit) => {
      await unit.healthSamples.insert(minute(600))
      await unit.healthSamples.insert(minute(600, { calls: 99 }))
      await unit.healthSamples.insert(
        minute(660, { calls: 2, p99: 7.5, lag: 3, diskUsed: 5, diskFree: 4, online: 2 }),
      )
      await unit.healthSamples.insert(minute(1199, { online: 4, calls: 4, memory: 1 }))
      await unit.healthSamples.insert(minute(1200))
    })
    const steps = (from: number, to: number) =>
      open.store.read((unit) => unit.healthSamples.steps(from, to, 600))
    const joined = {
      ...minute(600, { calls: 2.5, p99: 7.5, lag: 3, diskUsed: 5, diskFree: 4 }),
      online: (1 + 2 + 4) / 3,
    }
    expect(await steps(600, 1200)).toEqual([joined, minute(1200)])
    expect(await steps(661, 1198)).toEqual([])
    await write(open.store, (unit) => unit.healthSamples.deleteBefore(1199))
    expect((await steps(0, FOREVER)).map(({ at, online }) => [at, online])).toEqual([
      [600, 4],
      [1200, 1],
    ])
  })
})
