import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { MAIN_DATABASE } from '../../src-server/store/backup-store.ts'
import type { Seal } from '../../src-server/store/sealing/seal.ts'
import { prepareDatabase } from '../../src-server/store/sqlite/prepare-database.ts'
import { createSqliteStore } from '../../src-server/store/sqlite/store.ts'
import type { Store } from '../../src-server/store/store.ts'
import { layEmptyData } from '../support/empty-data.ts'
import { newSeal, openPostgresStore } from '../support/postgres/open-postgres-store.ts'
import { createTestDatabase } from '../support/postgres/test-database.ts'
import { withClient } from '../support/postgres/with-client.ts'
import { watchFolder } from '../support/storage-watch.ts'
import { seedPostgres, seedSqlite, type Seed } from './seed.ts'

/** The engines that each test of the contract runs on. */
export const ENGINES = ['SQLite', 'PostgreSQL'] as const
export type Engine = (typeof ENGINES)[number]

export interface OpenStore {
  readonly store: Store
  /** The same data for another copy of the server. On SQLite the copies are in one process. */
  readonly another: Store
  /** Runs SQL that both engines read, beside the repositories. @returns the rows of a SELECT */
  readonly run: <R>(sql: string) => Promise<R[]>
  readonly seed: Seed
  close(): Promise<void>
}

const MIGRATIONS = join(resolve(import.meta.dirname, '../..'), 'drizzle')
const NOW = 1_700_000_000

/** An empty store with a data key. */
export function openStore(engine: Engine): Promise<OpenStore> {
  const seal = newSeal()
  return engine === 'SQLite' ? openSqlite(seal) : openPostgres(seal)
}

async function openSqlite(seal: Seal): Promise<OpenStore> {
  const folder = mkdtempSync(join(tmpdir(), 'pulsekey-contract-'))
  await layEmptyData(folder, MIGRATIONS, (name) => name === MAIN_DATABASE)
  const db = await prepareDatabase(join(folder, MAIN_DATABASE), join(MIGRATIONS, 'main'), NOW)
  const store = createSqliteStore(db, watchFolder(folder), seal)
  return {
    store,
    another: store.another(),
    run: <R>(sql: string) =>
      store.write(
        async () => {
          if (sql.startsWith('SELECT')) return db.prepare<[], R>(sql).all()
          db.exec(sql)
          return []
        },
        { durable: false },
      ),
    seed: seedSqlite(join(folder, MAIN_DATABASE)),
    close: async () => {
      await store.close()
      rmSync(folder, { recursive: true })
    },
  }
}

async function openPostgres(seal: Seal): Promise<OpenStore> {
  const database = await createTestDatabase()
  const [store, another] = [
    openPostgresStore(database.url, { seal }),
    openPostgresStore(database.url, { seal }),
  ]
  return {
    store,
    another,
    run: <R>(sql: string) =>
      withClient<R[]>(database.url, async (client) => (await client.query<R & object>(sql)).rows),
    seed: seedPostgres(database.url),
    close: async () => {
      await store.close()
      await another.close()
      await database.drop()
    },
  }
}
