import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startCluster, urlOf, type Cluster } from '../support/postgres/cluster.ts'
import { SOCKET } from '../support/postgres/global-setup.ts'
import { withClient } from '../support/postgres/with-client.ts'
import { callApi, type ApiReply } from '../support/runtime-client.ts'
import { SmallDisk } from '../support/small-disk.ts'
import { until } from '../support/until.ts'
import { CopiesWorld, readyStatus, type RealCopy } from './copies-world.ts'

const FOREVER = 4_102_243_200
const USES = 1_000_000
const KEY = '1@Full'
const INTERNAL = 500
/** The disk has room for an empty database and a little more. */
const DISK_MB = 80
const shared = process.env[SOCKET]
let disk: SmallDisk
let cluster: Cluster
let world: CopiesWorld
let copy: RealCopy
let app: number
let account: number

beforeAll(async () => {
  disk = new SmallDisk(DISK_MB)
  cluster = await startCluster()
  process.env[SOCKET] = cluster.socket
  world = await CopiesWorld.open()
  const space = join(disk.folder, 'space')
  mkdirSync(space)
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres:', space])
  await withClient(urlOf(cluster.socket, 'postgres'), async (admin) => {
    await admin.query(`CREATE TABLESPACE small LOCATION '${space}'`)
    await admin.query(`ALTER DATABASE ${world.databaseName} SET TABLESPACE small`)
  })
  copy = await world.start()
  app = (await copy.owner.call('app_create', { name: 'Gold Grid' })).app
  await copy.owner.call('app_update', { app, sign: false, window: 0, mt5: { enabled: true } })
  account = (await copy.owner.call('device_create', { app, account_key: KEY, vip: FOREVER })).id
}, 400_000)
afterAll(async () => {
  await world.end()
  if (shared !== undefined) process.env[SOCKET] = shared
  await cluster.stop()
  disk.remove()
})

const logOn = (kami: string): Promise<ApiReply> =>
  callApi(copy.publicUrl, 'kmlogon', app, { kami, markcode: 'PC' })
const pulse = (equity: number) =>
  callApi(copy.publicUrl, 'mt5pulse', app, { account_key: KEY, equity, balance: 1000, positions: 1 })
/** The account's figures in the database, changed by each stored pulse. */
const figures = async () =>
  (
    await world.rows<{ state: string }>(
      `SELECT state::text FROM telemetry.latest WHERE device_id = ${account}`,
    )
  )[0]?.state
/** Sends a pulse, and waits until the database has its figures. */
async function storePulse(equity: number): Promise<void> {
  const before = await figures()
  await pulse(equity)
  await until(async () => (await figures()) !== before, 'the pulse in the database')
}

it('a full disk refuses what must be stored, answers the rest, and is forgotten when there is room', async () => {
  const { kamis } = await copy.owner.call('code_generate', { app, type: 'count', amount: USES, count: 1 })
  const kami = kamis[0]!
  let answered = 0
  const spend = async () => {
    const { code } = await logOn(kami)
    if (code === 200) answered++
    return code
  }
  expect(await spend()).toBe(200)
  await storePulse(1001)

  disk.fill()
  // The pages of before have room for some more rows.
  const refused = await until(async () => {
    const code = await spend()
    return code === 200 ? undefined : code
  }, 'the first refusal')
  expect(refused).toBe(INTERNAL)
  await until(async () => (await readyStatus(copy)) === 503, 'the sign to the balancer')
  const act = await until(async () => {
    const reply = await copy.owner.try('device_update', { id: account, label: 'x'.repeat(60) })
    return reply.code === 200 ? undefined : reply
  }, 'the refused act')
  expect(act).toMatchObject({ fields: { storage: 'full' } })
  expect(await pulse(1002)).toMatchObject({ code: 200 })
  expect((await copy.owner.call('device_get', { id: account })).telemetry?.equity).toBe(1002)

  disk.empty()
  await until(async () => (await readyStatus(copy)) === 200, 'the copy to be ready')
  expect(await spend()).toBe(200)
  await copy.owner.call('device_update', { id: account, label: 'after' })
  await storePulse(1003)
  const { rows } = await copy.owner.call('code_list', { search: kami })
  expect(USES - (rows[0]?.left ?? NaN)).toBe(answered)
  expect(copy.program.child.exitCode).toBeNull()
})
