import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CutProxy } from '../support/postgres/cut-proxy.ts'
import { socketOfRun } from '../support/postgres/global-setup.ts'
import { until } from '../support/until.ts'
import { CopiesWorld, readyStatus, type RealCopy } from './copies-world.ts'
import { checkLoads, makeApp, MixedLoad } from './mixed-load.ts'

/** The database frees the desk after four seconds. A busy machine takes longer, milliseconds. */
const DESK_MS = 6000
const STOPPED_MS = 15_000
/** Three copies on a busy machine take minutes. */
const LONG = { timeout: 400_000 }

let world: CopiesWorld
let copies: [RealCopy, RealCopy]
beforeAll(async () => {
  world = await CopiesWorld.open()
  copies = [await world.start(), await world.start()]
})
afterAll(() => world.end())

/**
 * Stops a process while it holds the row of the desk.
 * @returns when, of the steady clock, milliseconds
 */
async function stopAtDesk(copy: RealCopy): Promise<number> {
  const { child } = copy.program
  return until(async () => {
    child.kill('SIGSTOP')
    const at = performance.now()
    const [held] = await world.rows<{ held: boolean }>(
      // A copy that goes on would not stand there for so long.
      `SELECT pg_sleep(0.3), EXISTS (SELECT 1 FROM pg_locks l JOIN pg_stat_activity a USING (pid)
        WHERE l.relation = 'desk'::regclass AND l.mode = 'RowExclusiveLock' AND a.state = 'idle in transaction'
          AND clock_timestamp() - a.state_change > interval '250 ms') AS held`,
    )
    if (held?.held === true) return at
    child.kill('SIGCONT')
    await delay(5 + Math.random() * 20)
    return undefined
  }, 'a copy that stands still at the desk')
}

it(
  'a copy that stands still at the desk holds the others up for some seconds, and loses nothing',
  LONG,
  async () => {
    const [stopped, other] = copies
    const app = await makeApp(other)
    const loads = [
      await MixedLoad.begin(world, stopped, app, other),
      await MixedLoad.begin(world, other, app),
    ] as const
    for (const load of loads) await load.more(5)
    const since = await stopAtDesk(stopped)
    await loads[1].more(3)
    const gap = loads[1].payments.longestGap(since)
    await delay(Math.max(0, since + STOPPED_MS - performance.now()))
    stopped.program.child.kill('SIGCONT')
    await until(async () => (await readyStatus(stopped)) === 200, 'the copy to be ready')
    for (const load of loads) await load.more(5)
    for (const load of loads) await load.end()
    console.log(`stopped at the desk: ${(gap / 1000).toFixed(1)} s without a payment; ${loads.join('; ')}`)
    expect(gap).toBeLessThan(DESK_MS)
    expect(loads[1].payments.unknown + loads[1].logins.unknown).toBe(0)
    await checkLoads(world, other, loads)
  },
)

/** One in so many messages to the database is late, and one in so many answers to a COMMIT. */
const [EACH, EACH_COMMIT] = [40, 15]
/** Less and more than each limit. The waits of others are measured in tests/contract/postgres/delays.test.ts. */
const LATE_MS = [300, 1000, 2500, 4500, 6500, 10_500]

it('a copy with a slow way to the database loses and doubles nothing', LONG, async () => {
  const [, other] = copies
  const proxy = await CutProxy.start(socketOfRun())
  const slow = await world.startBy(proxy.url(world.databaseName))
  const app = await makeApp(other)
  const loads = [
    await MixedLoad.begin(world, slow, app, other),
    await MixedLoad.begin(world, other, app),
  ] as const
  for (const load of loads) await load.more(3)
  let [messages, commits, late] = [0, 0, 0]
  proxy.decide = ({ type, text }) => {
    const isCommit = type === 'Q' && text.includes('COMMIT')
    if (isCommit ? ++commits % EACH_COMMIT !== 0 : ++messages % EACH !== 0) return 'pass'
    const ms = LATE_MS[late++ % LATE_MS.length] ?? 0
    return { late: isCommit && commits % (2 * EACH_COMMIT) === 0 ? 'answer' : 'question', ms }
  }
  await expect.poll(() => late, { timeout: LONG.timeout / 2 }).toBeGreaterThan(2 * LATE_MS.length)
  proxy.decide = () => 'pass'
  await until(async () => (await readyStatus(slow)) === 200, 'the copy to be ready')
  for (const load of loads) await load.more(3)
  for (const load of loads) await load.end()
  console.log(`slow network: ${late} late; ${loads.join('; ')}`)
  await checkLoads(world, other, loads)
  await slow.program.stop('SIGKILL')
  await proxy.stop()
})

/** A copy warns from here on, and is not ready from there on, milliseconds. */
const [WARNED_MS, REFUSED_MS] = [2000, 30_000]

it('a copy whose clock is off warns, and leaves the balancer when it decides wrongly about licences', async () => {
  const [copy] = copies
  // The clock of the machine is everybody's, so the database's is set: this function hides PostgreSQL's own.
  const name = world.databaseName
  await world.rows('CREATE TABLE clock AS SELECT 0::float8 AS off')
  await world.rows(`CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS
    'SELECT pg_catalog.clock_timestamp() + (SELECT off FROM public.clock) * interval ''1 millisecond'''`)
  await world.rows(`ALTER DATABASE ${name} SET search_path = public, pg_catalog`)
  await world.rows(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pulsekey talk'`,
  )
  const set = (ms: number) => world.rows(`UPDATE public.clock SET off = ${ms}`)
  /** Waits until the list of copies shows the clock, and gives the answer to the balancer. */
  const readyAt = async (ms: number) => {
    await set(-ms)
    await until(async () => {
      const { rows } = await copy.owner.call('copy_list', {})
      const here = rows.find((row) => row.here)
      return here !== undefined && Math.abs(here.clock_ms - ms) < WARNED_MS / 4
    }, 'the clock in the list')
    return readyStatus(copy)
  }
  const warnings = () => copy.program.errors.match(/copies\.clock_off/g)?.length ?? 0
  expect(warnings()).toBe(0)
  for (const sign of [1, -1]) {
    expect(await readyAt(sign * (WARNED_MS + 500))).toBe(200)
    expect(await readyAt(sign * (REFUSED_MS - 1000))).toBe(200)
    expect(await readyAt(sign * (REFUSED_MS + 1000))).toBe(503)
    expect(await readyAt(0)).toBe(200)
  }
  await until(() => /copies\.clock_right/.test(copy.program.errors), 'the end of the warning')
  expect(warnings()).toBe(2)
})
