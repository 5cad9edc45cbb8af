import { resolve } from 'node:path'
import { readMigrations } from '../../../src-server/store/migrations.ts'
import { migratePostgres } from '../../../src-server/store/postgres/migrate.ts'
import type { Store } from '../../../src-server/store/store.ts'
import { openPostgresStore } from '../../support/postgres/open-postgres-store.ts'
import { verifyChain } from '../../support/verify-chain.ts'

const MIGRATIONS = resolve(import.meta.dirname, '../../../drizzle/postgres')
const NOW = 1_700_000_000
/** Acts that wait for each store. */
const AT_ONCE = 16

/** Two stores over one empty database write durable, audited changes at once. @returns acts a second */
export async function auditedActs(url: string, measureMs: number): Promise<number> {
  await migratePostgres({ url }, 'bench', readMigrations(MIGRATIONS), NOW)
  const stores = [openPostgresStore(url), openPostgresStore(url)] as const
  try {
    await actFor(stores, measureMs)
    const began = performance.now()
    const acts = await actFor(stores, measureMs)
    const seconds = (performance.now() - began) / 1000
    await verifyChain(stores[0])
    return acts / seconds
  } finally {
    for (const store of stores) await store.close()
  }
}

async function actFor(stores: readonly Store[], ms: number): Promise<number> {
  const until = performance.now() + ms
  let acts = 0
  const client = async (store: Store) => {
    while (performance.now() < until) {
      await act(store, acts)
      acts++
    }
  }
  await Promise.all(stores.flatMap((store) => Array.from({ length: AT_ONCE }, () => client(store))))
  return acts
}

async function act(store: Store, n: number): Promise<void> {
  await store.write(
    async (unit) => {
      const before = await unit.meta.find('bench')
      await unit.meta.set('bench', String(n))
      await unit.audit.append([
        {
          at: NOW,
          personId: 1,
          personName: 'owner',
          role: 'owner',
          ip: '127.0.0.1',
          action: 'code_update',
          subjectKind: 'code',
          subjectId: String(n),
          subjectLabel: `CODE-${n}`,
          appId: 10001,
          ownerId: 1,
          before: JSON.stringify({ note: before }),
          after: JSON.stringify({ note: String(n) }),
        },
      ])
    },
    { durable: true },
  )
}
