import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Unit } from '../../src-server/store/store.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { addApplication, addOperator, FOREVER, write } from './sample-records.ts'

describe.each(ENGINES)('units of work on %s', (engine) => {
  let open: OpenStore
  beforeAll(async () => {
    open = await openStore(engine)
  })
  afterAll(() => open.close())

  const valueOf = (key: string) => open.store.read((unit) => unit.meta.find(key))

  it('a write is there for the next read', async () => {
    await open.store.write((unit) => unit.meta.set('a', '1'), { durable: true })
    expect(await valueOf('a')).toBe('1')
  })

  it('a unit that throws stores nothing, and its neighbours are stored', async () => {
    const results = await Promise.allSettled(
      [1, 2, 3].map((n) =>
        open.store.write(
          async (unit) => {
            await unit.meta.set(`b${n}`, 'x')
            if (n === 2) throw new Error('no')
          },
          { durable: n === 1 },
        ),
      ),
    )
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await Promise.all([1, 2, 3].map((n) => valueOf(`b${n}`)))).toEqual(['x', undefined, 'x'])
  })

  describe('a write that its unit does not wait for', () => {
    let appId: number
    beforeAll(async () => {
      appId = await write(open.store, async (unit) =>
        addApplication(unit, await addOperator(unit, 'dev'), 'app'),
      )
    })
    const found = (signature: string) => open.store.read((unit) => unit.replays.find(appId, signature))
    const add = (unit: Unit, signature: string) => {
      void unit.replays.add({ appId, signature, api: 'kmlogon', answer: null, until: FOREVER })
    }

    it('is stored with the unit', async () => {
      await open.store.write(
        async (unit) => {
          await unit.meta.find('a')
          add(unit, 'aa')
        },
        { durable: true, lane: 'row' },
      )
      expect(await found('aa')).toMatchObject({ appId, signature: 'aa' })
    })

    it('is lost with a unit that fails', async () => {
      const failed = open.store.write(
        async (unit) => {
          await unit.meta.find('a')
          add(unit, 'bb')
          throw new Error('no')
        },
        { durable: true, lane: 'row' },
      )
      await expect(failed).rejects.toThrow('no')
      expect(await found('bb')).toBeUndefined()
    })
  })

  it('a preview gives its result and stores nothing', async () => {
    const seen = await open.store.preview(async (unit) => {
      await unit.meta.set('c', '1')
      return unit.meta.find('c')
    })
    expect(seen).toBe('1')
    expect(await valueOf('c')).toBeUndefined()
  })

  it('effects run after the commit, in the order of commits, and never after an error', async () => {
    const seen: number[] = []
    const write = (n: number) =>
      open.store.write(
        async (unit) => {
          await unit.meta.set('d', String(n))
          unit.afterCommit(() => seen.push(n))
          if (n === 2) throw new Error('no')
        },
        { durable: true },
      )
    await Promise.allSettled([1, 2, 3, 4].map(write))
    expect(seen).toEqual([1, 3, 4])
    expect(await valueOf('d')).toBe('4')
  })

  it('many units at once count without a loss', async () => {
    const count = async () => Number((await valueOf('n')) ?? 0)
    await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        open.store.write(
          async (unit) => unit.meta.set('n', String(Number((await unit.meta.find('n')) ?? 0) + 1)),
          {
            durable: i % 2 === 0,
          },
        ),
      ),
    )
    expect(await count()).toBe(100)
  })
})
