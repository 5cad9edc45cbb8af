import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SecretsLocked } from '../../src-server/contract/secrets-locked.ts'
import { readRecoveryKey } from '../../src-server/domain/sealing/recovery-key.ts'
import { cryptoRandom } from '../../src-server/entry/adapters/system.ts'
import { PostgresSealing } from '../../src-server/store/postgres/sealing.ts'
import type { MachineKey } from '../../src-server/store/sealing.ts'
import type { DataKeyRing } from '../../src-server/store/sealing/data-key-ring.ts'
import { prepareDatabase } from '../../src-server/store/sqlite/prepare-database.ts'
import { SqliteSealing } from '../../src-server/store/sqlite/sealing/sqlite-sealing.ts'
import { createSqliteStore } from '../../src-server/store/sqlite/store.ts'
import type { Store } from '../../src-server/store/store.ts'
import { openPostgresStore } from '../support/postgres/open-postgres-store.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'
import { watchFolder } from '../support/storage-watch.ts'
import { ENGINES, type Engine } from './open-store.ts'
import { NOW, PEOPLE } from './sample-records.ts'

const MIGRATIONS = join(resolve(import.meta.dirname, '../..'), 'drizzle')
const SECRET = 'JBSWY3DPEHPK3PXP'

interface Opened {
  readonly store: Store
  readonly sealing: DataKeyRing
}
type Keys = readonly [MachineKey, ...MachineKey[]]

const machineKey = (letter: string): MachineKey => ({ key: Buffer.alloc(32, letter), place: 'file' })
const [HERE, THERE, NEWER] = [machineKey('h'), machineKey('t'), machineKey('n')]

/** Opens the same data again and again, each time on a machine with these keys. */
async function createPlace(
  engine: Engine,
): Promise<{ readonly open: (keys: Keys) => Promise<Opened>; readonly end: () => Promise<void> }> {
  if (engine === 'SQLite') {
    const folder = mkdtempSync(join(tmpdir(), 'pulsekey-contract-'))
    return {
      open: async (keys) => {
        const db = await prepareDatabase(join(folder, 'pulsekey.db'), join(MIGRATIONS, 'main'), NOW)
        const sealing = new SqliteSealing({ machineKeys: () => keys, random: cryptoRandom })
        return { sealing, store: createSqliteStore(db, watchFolder(folder), sealing.open(db, NOW)) }
      },
      end: () => {
        rmSync(folder, { recursive: true })
        return Promise.resolve()
      },
    }
  }
  const database = await createTestDatabase()
  return { open: (keys) => openPostgres(database, keys), end: () => database.drop() }
}

async function openPostgres({ url }: TestDatabase, keys: Keys): Promise<Opened> {
  const sealing = new PostgresSealing({ machineKeys: () => keys, random: cryptoRandom })
  const seal = await sealing.open({ url }, NOW)
  return { sealing, store: openPostgresStore(url, { seal }) }
}

/** Stores a secret. @returns the id of its row */
async function addSecret({ store }: Opened): Promise<number> {
  const person = { ...PEOPLE, name: 'dev', totpSecret: SECRET }
  const { id } = await store.write((unit) => unit.operators.insert(person), { durable: true })
  return id
}

const secretOf = async ({ store }: Opened, id: number) =>
  (await store.read((unit) => unit.operators.find(id)))?.totpSecret
const dataKeyOf = async ({ store }: Opened) => (await store.read((unit) => unit.dataKey.find()))!

/** The recovery key of new data, as bytes. */
async function recoveryKeyOf(opened: Opened): Promise<Uint8Array> {
  const read = readRecoveryKey(opened.sealing.readSheet(await dataKeyOf(opened))!)
  if (!('bytes' in read)) throw new Error('the sheet has no recovery key')
  return read.bytes
}

async function unlock(opened: Opened, recoveryKey: Uint8Array): Promise<boolean> {
  const change = opened.sealing.unlock(await dataKeyOf(opened), recoveryKey)
  if (change !== undefined) await opened.store.write((unit) => unit.dataKey.update(change), { durable: true })
  return change !== undefined
}

describe.each(ENGINES)('the seal on %s', (engine) => {
  let place: Awaited<ReturnType<typeof createPlace>>
  const opened: Opened[] = []
  const open = async (...keys: Keys) => {
    const one = await place.open(keys)
    opened.push(one)
    return one
  }
  beforeEach(async () => {
    place = await createPlace(engine)
  })
  afterEach(async () => {
    for (const { store } of opened.splice(0)) await store.close()
    await place.end()
  })

  it('the first opening makes the data key, and later ones of the machine open it', async () => {
    const first = await open(HERE)
    expect([first.sealing.isNew, first.sealing.isLocked]).toEqual([true, false])
    const id = await addSecret(first)
    expect(await secretOf(first, id)).toBe(SECRET)
    const again = await open(HERE)
    expect([again.sealing.isNew, again.sealing.isLocked]).toEqual([false, false])
    expect(await secretOf(again, id)).toBe(SECRET)
    expect(await dataKeyOf(again)).toEqual(await dataKeyOf(first))
  })

  it('another machine is locked until the recovery key is entered', async () => {
    const first = await open(HERE)
    const id = await addSecret(first)
    const recoveryKey = await recoveryKeyOf(first)
    const locked = await open(THERE)
    expect([locked.sealing.isLocked, await secretOf(locked, id)]).toEqual([true, ''])
    const write = locked.store.write((unit) => unit.operators.update(id, { totpSecret: 'x' }), {
      durable: true,
    })
    await expect(write).rejects.toThrow(SecretsLocked)
    expect(() => locked.sealing.renewRecovery()).toThrow(SecretsLocked)
    expect(await unlock(locked, Buffer.alloc(recoveryKey.length))).toBe(false)
    expect(await unlock(locked, recoveryKey)).toBe(true)
    const there = await open(THERE)
    expect([there.sealing.isLocked, await secretOf(there, id)]).toEqual([false, SECRET])
  })

  it('a machine whose key moved is opened by the older one, and from then on by the newer one', async () => {
    const id = await addSecret(await open(HERE))
    expect(await secretOf(await open(NEWER, HERE), id)).toBe(SECRET)
    expect(await secretOf(await open(NEWER), id)).toBe(SECRET)
  })

  it('a new recovery key replaces the old one, and its sheet goes once it is confirmed', async () => {
    const here = await open(HERE)
    const old = await recoveryKeyOf(here)
    const renewed = here.sealing.renewRecovery()
    await here.store.write((unit) => unit.dataKey.update({ ...renewed, confirmedAt: null }), {
      durable: true,
    })
    const fresh = await recoveryKeyOf(here)
    await here.store.write((unit) => unit.dataKey.update({ sheet: '', confirmedAt: NOW }), { durable: true })
    const key = await dataKeyOf(here)
    expect([here.sealing.readSheet(key), key.confirmedAt]).toEqual([undefined, NOW])
    const there = await open(THERE)
    expect([await unlock(there, old), await unlock(there, fresh)]).toEqual([false, true])
  })
})

describe('the seal of copies on several machines', () => {
  let database: TestDatabase
  const opened: Opened[] = []
  const open = async (key: MachineKey) => {
    const one = await openPostgres(database, [key])
    opened.push(one)
    return one
  }
  beforeEach(async () => {
    database = await createTestDatabase()
  })
  afterEach(async () => {
    for (const { store } of opened.splice(0)) await store.close()
    await database.drop()
  })

  it('copies that start at once make one data key', async () => {
    const copies = await Promise.all([open(HERE), open(HERE), open(HERE), open(HERE)])
    expect(copies.filter(({ sealing }) => sealing.isNew)).toHaveLength(1)
    const id = await addSecret(copies[0])
    for (const copy of copies) expect(await secretOf(copy, id)).toBe(SECRET)
  })

  it('each machine keeps its access when another one gets its own', async () => {
    const here = await open(HERE)
    const id = await addSecret(here)
    const recoveryKey = await recoveryKeyOf(here)
    for (const key of [THERE, NEWER]) expect(await unlock(await open(key), recoveryKey)).toBe(true)
    for (const key of [HERE, THERE, NEWER]) expect(await secretOf(await open(key), id)).toBe(SECRET)
  })
})
