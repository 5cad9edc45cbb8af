import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../../src-server/store/store.ts'
import { startCluster, urlOf, type Cluster } from '../../support/postgres/cluster.ts'
import { SOCKET } from '../../support/postgres/global-setup.ts'
import { openPostgresStore } from '../../support/postgres/open-postgres-store.ts'
import { createTestDatabase } from '../../support/postgres/test-database.ts'
import { withClient } from '../../support/postgres/with-client.ts'
import { until } from '../../support/until.ts'

const shared = process.env[SOCKET]
let cluster: Cluster
let store: Store

beforeAll(async () => {
  cluster = await startCluster({ synchronous_commit: 'on' })
  process.env[SOCKET] = cluster.socket
  store = openPostgresStore((await createTestDatabase()).url)
})
afterAll(async () => {
  await store.close()
  if (shared !== undefined) process.env[SOCKET] = shared
  await cluster.stop()
})

const asAdmin = (...texts: readonly string[]) =>
  withClient(urlOf(cluster.socket, 'postgres'), async (admin) => {
    for (const text of texts) await admin.query(text)
  })

it('a commit that memory follows waits for the standby, also where its unit is not durable', async () => {
  await asAdmin("ALTER SYSTEM SET synchronous_standby_names = 'away'", 'SELECT pg_reload_conf()')
  const done: string[] = []
  const write = async (key: string, isFollowed: boolean, lane: { readonly lane?: 'row' }) => {
    await store.write(
      async (unit) => {
        await unit.meta.set(key, '')
        if (isFollowed) unit.changed('updateAddress', 1)
      },
      { durable: false, ...lane },
    )
    done.push(key)
  }
  await until(
    async () => (await asked("SELECT current_setting('synchronous_standby_names')")) === 'away',
    'it',
  )
  await write('free at the desk', false, {})
  await write('free in the row lane', false, { lane: 'row' })
  // Their callers may give up before the standby is there.
  const waiting = Promise.allSettled([
    write('followed at the desk', true, {}),
    write('followed in the row lane', true, { lane: 'row' }),
  ])
  await until(async () => (await asked(WAITING)) === 2, 'commits that wait for the standby')
  expect(done).toEqual(['free at the desk', 'free in the row lane'])
  await asAdmin('ALTER SYSTEM RESET synchronous_standby_names', 'SELECT pg_reload_conf()')
  await waiting
})

const WAITING = "SELECT count(*)::int FROM pg_stat_activity WHERE wait_event = 'SyncRep'"

/** The only value of the only row. */
function asked(text: string): Promise<unknown> {
  return withClient(urlOf(cluster.socket, 'postgres'), async (client) => {
    const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' })
    return rows[0]?.[0]
  })
}
