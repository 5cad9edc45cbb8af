import { afterAll, beforeAll, expect, it } from 'vitest'
import { callApi } from '../support/runtime-client.ts'
import { CopiesWorld, readyStatus, type RealCopy } from './copies-world.ts'
import { checkLoads, makeApp, MixedLoad } from './mixed-load.ts'
import { FormerVersion } from './other-version.ts'

/** The last commit before the migration 0005_search_path, with a PostgreSQL of several copies. */
const FORMER = '04ceef3d4e0d4a74afcfcf082efbbb60153ecdae'
const FOREVER = 4_102_243_200
const KEY = '1@Former'
/** The sources of another version are in no cache: on a busy machine its start takes a minute. */
const SLOW_MS = 600_000
/** Calls of each kind before the next step. */
const SOME = 4

let former: FormerVersion
let world: CopiesWorld
beforeAll(async () => {
  former = new FormerVersion(FORMER)
  world = await CopiesWorld.openBare()
})
afterAll(async () => {
  await world.end()
  former.remove()
})

const migrations = async () =>
  (await world.rows<{ tag: string }>('SELECT tag FROM migrations ORDER BY tag')).length
const pulse = (copy: RealCopy, app: number, equity: number) =>
  callApi(copy.publicUrl, 'mt5pulse', app, { account_key: KEY, equity, balance: 1000, positions: 1 })

/** A switch and a pulse at one copy are known at the other one. */
async function expectHeard(
  from: RealCopy,
  to: RealCopy,
  app: number,
  account: number,
  equity: number,
): Promise<void> {
  const paused = equity % 2
  await from.owner.call('device_control', { ids: [account], pause_open: paused === 1, reason: 'test' })
  await expect
    .poll(async () => (await pulse(to, app, equity))['pause_open'], { timeout: 30_000 })
    .toBe(paused)
  await expect
    .poll(
      async () => {
        await pulse(from, app, equity + 0.5)
        return (await to.owner.call('device_get', { id: account })).telemetry?.equity
      },
      { timeout: 30_000 },
    )
    .toBe(equity + 0.5)
}

it(
  'copies of a former version are replaced one after the other under load, and nothing is lost or doubled',
  { timeout: SLOW_MS },
  async () => {
    const old = [await world.startVersion(former.server), await world.startVersion(former.server)] as const
    const before = await migrations()
    const app = await makeApp(old[0])
    const { id: account } = await old[0].owner.call('device_create', { app, account_key: KEY, vip: FOREVER })
    const begin = (copy: RealCopy, by?: RealCopy) => MixedLoad.begin(world, copy, app, by)
    const loads = [await begin(old[0]), await begin(old[1])]
    for (const load of loads) await load.more(SOME)
    const now: RealCopy[] = []
    for (const [at, replaced] of old.entries()) {
      // The balancer sends nothing more to a copy that ends.
      await loads[at]?.end()
      expect(await replaced.program.stop('SIGTERM')).toBe(0)
      const started = await world.start()
      now.push(started)
      expect(await migrations()).toBeGreaterThan(before)
      loads.push(await begin(started, at === 0 ? old[1] : started))
      for (const load of loads.slice(at + 1)) await load.more(SOME)
      if (at === 0) {
        await expectHeard(old[1], started, app, account, 1001)
        await expectHeard(started, old[1], app, account, 2002)
        expect(await Promise.all([old[1], started].map(readyStatus))).toEqual([200, 200])
      }
    }
    for (const load of loads) await load.end()
    console.log(`former version: ${loads.join('; ')}`)
    for (const { logins, payments, commands } of loads)
      expect([logins, payments, commands].map(({ unknown }) => unknown)).toEqual([0, 0, 0])
    await checkLoads(world, now[0]!, loads)
    const lines = [...old, ...now].flatMap(({ program }) => program.errors.split('\n'))
    expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([])
  },
)
