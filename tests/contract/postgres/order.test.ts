import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../../src-server/store/store.ts'
import { openPostgresStore } from '../../support/postgres/open-postgres-store.ts'
import { createTestDatabase } from '../../support/postgres/test-database.ts'
import { until } from '../../support/until.ts'
import { addApplication, addOperator } from '../sample-records.ts'
import { leaveRow, openBehindProxy, type BehindProxy } from './behind-proxy.ts'

const DURABLE = { durable: true }
let open: BehindProxy
beforeAll(async () => {
  open = await openBehindProxy()
})
afterAll(() => open.close())

/** Notes each thing that a copy does with its commits, in order. */
function watched(store: Store): string[] {
  const seen: string[] = []
  store.onChanged((changes) => {
    const keys = changes.map(({ key }) => String(key)).join()
    seen.push(`changed ${keys}`)
    return pause(5).then(() => {
      seen.push(`followed ${keys}`)
    })
  })
  store.onOutgoing(() => seen.push('outgoing'))
  return seen
}

const message = (key: string) => ({
  ...({ key, kind: 'messenger', purpose: 'request' } as const),
  ...{ appId: null, deviceId: null, operatorId: null, openId: 'o', subject: '', text: 't', createdAt: 1 },
})

it('memory follows before the effects, in the order of commits, and a failed unit leaves nothing', async () => {
  const seen = watched(open.store)
  const write = (number: number) =>
    open.store
      .write(async (unit) => {
        await leaveRow(unit, number)
        unit.changed('device', number)
        await unit.outbox.add(message(`m${number}`))
        unit.afterCommit(() => seen.push(`effect ${number}`))
        if (number === 2) throw new Error('no')
      }, DURABLE)
      .then(
        () => seen.push(`done ${number}`),
        () => seen.push(`failed ${number}`),
      )
  await Promise.all([1, 2, 3].map(write))
  const of = (number: number) => [
    ...[`changed ${number}`, `followed ${number}`, 'outgoing', `effect ${number}`, `done ${number}`],
  ]
  expect(seen.filter((one) => one !== 'failed 2')).toEqual([...of(1), ...of(3)])
  expect(seen).toContain('failed 2')
  const rows = await open.ask<{ kind: string; key: string }>('SELECT kind, key FROM changes ORDER BY id')
  expect(rows).toEqual([
    { kind: 'device', key: '1' },
    { kind: 'device', key: '3' },
  ])
})

it('a preview and a unit that fails alone leave no change, and keys of texts are JSON', async () => {
  await open.ask('DELETE FROM changes')
  await open.store.preview(async (unit) => {
    await leaveRow(unit, 50)
    unit.changed('device', 50)
  })
  const failing = open.store.write(async (unit) => {
    unit.changed('device', 51)
    await Promise.reject(new Error('no'))
  }, DURABLE)
  await expect(failing).rejects.toThrow('no')
  const key = `it's "quoted" \\ 中文`
  await open.store.write(
    async (unit) => {
      await unit.meta.set('k', 'v')
      unit.changed('riskNote', key)
      unit.changed('riskNote', key)
      unit.changed('ban', 7)
    },
    { durable: false, lane: 'row' },
  )
  const rows = await open.ask<{ kind: string; key: string }>('SELECT kind, key FROM changes ORDER BY id')
  expect(rows.map((row) => ({ ...row, key: JSON.parse(row.key) as unknown }))).toEqual([
    { kind: 'riskNote', key },
    { kind: 'ban', key: 7 },
  ])
})

it('a follower that fails fails its unit, and the next ones go on', async () => {
  open.store.onChanged(() => Promise.reject(new Error('follower')))
  const failing = open.store.write(async (unit) => {
    await leaveRow(unit, 60)
    unit.changed('ban', 60)
  }, DURABLE)
  await expect(failing).rejects.toThrow('follower')
  await open.store.write((unit) => leaveRow(unit, 61), DURABLE)
  expect(await open.ask('SELECT 1 FROM risk_events WHERE device_id IN (60, 61)')).toHaveLength(2)
  open.store.onChanged(() => undefined)
})

it('a thousand writes at once, half of them in the row lane, are all there', async () => {
  const numbers = Array.from({ length: 1000 }, (_, i) => 1000 + i)
  await Promise.all(
    numbers.map((number) =>
      open.store.write(
        (unit) => leaveRow(unit, number),
        number % 2 === 0 ? DURABLE : { durable: false, lane: 'row' },
      ),
    ),
  )
  const rows = await open.ask<{ times: number }>(
    'SELECT count(*) AS times FROM risk_events WHERE device_id BETWEEN 1000 AND 1999',
  )
  expect(rows).toEqual([{ times: 1000 }])
})

it('two copies count together without a loss', async () => {
  const add = (store: Store) =>
    store.write(
      async (unit) => unit.meta.set('n', String(Number((await unit.meta.find('n')) ?? 0) + 1)),
      DURABLE,
    )
  await Promise.all(Array.from({ length: 200 }, (_, i) => add(i % 2 === 0 ? open.store : open.other)))
  expect(await open.store.read((unit) => unit.meta.find('n'))).toBe('200')
})

it('close waits for the units and reads that run, and a store that is alone leaves no changes', async () => {
  const database = await createTestDatabase()
  const store = openPostgresStore(database.url, { isShared: false })
  const done: string[] = []
  const slow = (name: string, lane?: 'row') =>
    store
      .write(
        async (unit) => {
          await leaveRow(unit, 1)
          unit.changed('ban', 1)
          await pause(100)
        },
        lane === undefined ? DURABLE : { ...DURABLE, lane },
      )
      .then(() => done.push(name))
  void slow('desk')
  void slow('row', 'row')
  void store.read(() => pause(150)).then(() => done.push('read'))
  await pause(20)
  await store.close()
  expect(done.sort()).toEqual(['desk', 'read', 'row'])
  const again = openPostgresStore(database.url)
  await again.write((unit) => leaveRow(unit, 2), DURABLE)
  await again.close()
  await database.drop()
})

it('an application that another copy deletes meanwhile costs the others no count of their calls', async () => {
  const [gone, stays] = await open.store.write(async (unit) => {
    const owner = await addOperator(unit, 'dev')
    return [await addApplication(unit, owner, 'gone'), await addApplication(unit, owner, 'stays')] as const
  }, DURABLE)
  await open.ask('BEGIN')
  await open.ask(`DELETE FROM applications WHERE id = ${gone}`)
  const calls = { hour: 3600, calls: 3, signed: 0, encrypted: 0, https: 0, valued: 0 }
  const counted = [gone, stays].map((app) => ({ app, ...calls }))
  const adding = open.store.write((unit) => unit.callUses.add(counted), { durable: false, lane: 'row' })
  const waiting = () => open.ask('SELECT 1 FROM pg_locks WHERE NOT granted')
  await until(async () => (await waiting()).length > 0, 'the counters behind the deletion')
  await open.ask('COMMIT')
  await adding
  expect(await open.store.read((unit) => unit.callUses.sum(stays, 0))).toMatchObject({ calls: 3 })
})
