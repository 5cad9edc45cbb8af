import { afterAll, beforeAll, expect, it } from 'vitest'
import { startCluster, type Cluster } from '../support/postgres/cluster.ts'
import { SOCKET } from '../support/postgres/global-setup.ts'
import { callApi } from '../support/runtime-client.ts'
import { SmallDisk } from '../support/small-disk.ts'
import { until } from '../support/until.ts'
import { CopiesWorld, readyStatus, type RealCopy } from './copies-world.ts'
import { checkLoads, makeApp, MixedLoad } from './mixed-load.ts'

const FOREVER = 4_102_243_200
const KEY = '1@Wal'
/** The disk has room for the WAL of an empty database and a little more. */
const DISK_MB = 48
const shared = process.env[SOCKET]
let disk: SmallDisk
let cluster: Cluster
let world: CopiesWorld
let copies: [RealCopy, RealCopy]

beforeAll(async () => {
  disk = new SmallDisk(DISK_MB)
  // Everything that was confirmed is in the WAL then.
  const settings = {
    synchronous_commit: 'on',
    full_page_writes: 'on',
    min_wal_size: '2MB',
    max_wal_size: '8MB',
  }
  cluster = await startCluster(settings, undefined, disk.folder)
  process.env[SOCKET] = cluster.socket
  world = await CopiesWorld.open()
  copies = [await world.start(), await world.start()]
})
afterAll(async () => {
  await world.end()
  if (shared !== undefined) process.env[SOCKET] = shared
  await cluster.stop()
  disk.remove()
})

it('a full disk of the WAL ends PostgreSQL: copies answer as without a database, and go on when it is back', async () => {
  const [first, second] = copies
  const app = await makeApp(first)
  const { owner } = first
  const account = (await owner.call('device_create', { app, account_key: KEY, vip: FOREVER })).id
  await owner.call('device_control', { ids: [account], pause_open: true, reason: 'test' })
  const loads = [await MixedLoad.begin(world, first, app), await MixedLoad.begin(world, second, app)] as const
  for (const load of loads) await load.more(5)

  disk.fill()
  // Files of WAL that were ready before the disk was full are used up.
  await until(async () => {
    await world
      .rows(`SELECT pg_logical_emit_message(true, 'test', repeat('x', 500000))`)
      .catch(() => undefined)
    return !cluster.isRunning
  }, 'the end of PostgreSQL')
  for (const copy of copies)
    await until(async () => (await readyStatus(copy)) === 503, 'the sign to the balancer')
  const pulse = await callApi(second.publicUrl, 'mt5pulse', app, { account_key: KEY, positions: 1 })
  expect(pulse).toMatchObject({ code: 200, pause_open: 1 })
  expect((await callApi(first.publicUrl, 'kmlogon', app, { kami: 'x', markcode: 'PC' })).code).toBe(503)
  expect(await owner.try('device_get', { id: account })).toMatchObject({ fields: { storage: 'away' } })

  disk.empty()
  await cluster.start()
  for (const copy of copies)
    await until(async () => (await readyStatus(copy)) === 200, 'the copies to be ready')
  for (const load of loads) await load.more(5)
  for (const load of loads) await load.end()
  console.log(`full WAL: ${loads.join('; ')}`)
  await checkLoads(world, first, loads)
  for (const { program } of copies) expect(program.child.exitCode).toBeNull()
})
