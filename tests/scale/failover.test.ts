import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DatabaseMachine } from './failover/database-machine.ts'
import { FailoverWorld, type Copy } from './failover/failover-world.ts'
import { p99 } from './copies-world.ts'
import type { MachineFiles } from './failover/cluster-files.ts'
import { createProgram, Load, post } from './failover/load.ts'

const FOREVER = 4_102_243_200
/** Logins before and after a failure. */
const LOGINS = 60
const USES = 1_000_000
const CODES = 4
/** The copies' port on each machine. */
const PORT = 8781
/** A program waits so long for its answer, milliseconds. */
const PATIENCE_MS = 5000
/** Logins are confirmed again within this time after a failure of the primary, seconds. */
const WRITES_BACK = 40
/** So many addresses that no copy gets none. */
const PROGRAMS = 16
const accountKey = '1@Failover'

let world: FailoverWorld
let copies: { a: Copy; b: Copy }
let load: Load
let parts: ConstructorParameters<typeof Load>[0]
let first: number

beforeAll(async () => {
  world = await FailoverWorld.open()
  const { a, b } = world.files.machines
  copies = { a: await world.startCopy(a, PORT), b: await world.startCopy(b, PORT) }
  const { owner } = copies.a
  const { app, appkey } = await owner.call('app_create', { name: 'Gold Grid' })
  await owner.call('app_update', { app, sign: true, window: 300, mt5: { enabled: true } })
  await owner.call('device_create', { app, account_key: accountKey, vip: FOREVER })
  await owner.call('settings_set', {
    client_address: { source: 'x_forwarded_for', trusted: ['127.0.0.0/8'] },
  })
  const { kamis } = await owner.call('code_generate', { app, type: 'count', amount: USES, count: CODES })
  const urls = [world.publicUrl(a), world.publicUrl(b)]
  parts = { urls, app, appkey, kamis, accountKey, owners: [copies.a.owner, copies.b.owner] }
}, 400_000)
afterAll(() => world.end(), 60_000)

beforeEach(async () => {
  await world.healthy()
  await world.waitFor('both copies behind both balancers', async () => {
    const { a, b } = world.files.machines
    const used = [a, b].flatMap((machine) => ['a1', 'b1'].map((copy) => world.isUsed(machine, copy)))
    return (await Promise.all(used)).every(Boolean)
  })
  first = await taken()
}, 400_000)

/** Starts the load, and waits until it is under way. @returns the moment, of the steady clock, milliseconds */
async function begin(owners = [copies.a.owner, copies.b.owner], urls = parts.urls): Promise<number> {
  load = new Load({ ...parts, owners, urls })
  await world.waitFor(
    'the first logins',
    () => load.logins.length > LOGINS && load.acts.length >= owners.length,
  )
  return performance.now()
}

/** The uses that were taken of all codes. */
async function taken(): Promise<number> {
  const { rows } = await copies.b.owner.call('code_list', { filter: { app: parts.app } })
  return rows.reduce((sum, { left }) => sum + USES - (left ?? NaN), 0)
}

/** Ends the load some time after the failure, and compares what was confirmed with what is stored. @returns the longest gap, seconds */
async function settle(what: string, since: number): Promise<number> {
  const before = load.logins.length
  await world.waitFor('logins after the failure', () => load.logins.length > before + LOGINS)
  await load.end()
  const gap = load.longestGap(since)
  const times = load.pulses.map(({ ms }) => ms)
  const slowest = Math.max(...times)
  console.log(
    `${what}: longest time without a login ${gap.toFixed(1)} s. ${load.logins.length} logins, ${load.refused.length} tries again. ` +
      `${load.pulses.length} pulses, ${load.unanswered.length} unanswered, slowest ${slowest.toFixed(0)} ms. ` +
      `${load.acts.length} of ${load.tried.length} acts`,
  )
  for (const [kind, texts] of Object.entries({ logins: load.refused, pulses: load.unanswered }))
    if (texts.length > 0) console.log(`${what}: ${kind} ${JSON.stringify(countsOf(texts.map(brief)))}`)
  expect((await taken()) - first).toBe(load.logins.length)
  await checkActs()
  expect(p99(times)).toBeLessThan(PATIENCE_MS)
  return gap
}

const brief = (text: string) => text.replaceAll(/[0-9a-f]{32}|\d{5,}/g, '…').slice(0, 120)
const countsOf = (texts: readonly string[]) =>
  Object.fromEntries([...new Set(texts)].map((text) => [text, texts.filter((one) => one === text).length]))

/** Each confirmed act is there once, with one row in the log; another one at most once. The log's chain is whole. */
async function checkActs(): Promise<void> {
  const machine = await world.primary()
  const { names, logged } = await world.ask(
    machine,
    async (client) => ({
      names: (await client.query<{ name: string }>('SELECT name FROM applications')).rows.map(
        ({ name }) => name,
      ),
      logged: (
        await client.query<{ name: string }>(
          "SELECT subject_label AS name FROM audit WHERE action = 'app_create'",
        )
      ).rows.map(({ name }) => name),
    }),
    'pulsekey',
  )
  const times = (list: readonly string[], name: string) => list.filter((one) => one === name).length
  expect(load.acts.filter((name) => times(names, name) !== 1 || times(logged, name) !== 1)).toEqual([])
  expect(load.tried.filter((name) => times(names, name) > 1 || times(logged, name) > 1)).toEqual([])
  const { verification } = await copies.b.owner.call('audit_verify', {})
  expect(verification).toMatchObject({ ok: true, broken_at: null })
}

const other = ({ files }: DatabaseMachine) => (files.name === 'a' ? world.b : world.a)
const isPrimary = async (machine: DatabaseMachine) => (await machine.status('/primary')) === 200

describe('the database fails under load', () => {
  it('a primary whose machine dies is replaced within 40 s', async () => {
    const old = await world.primary()
    const since = await begin()
    await old.crash()
    await world.waitFor('another primary', () => isPrimary(other(old)))
    expect(await settle('killed machine of the primary', since)).toBeLessThan(WRITES_BACK)
    expect(load.unanswered).toEqual([])
  }, 400_000)

  it('a primary that stands still is replaced, and is a standby when it goes on', async () => {
    const old = await world.primary()
    const since = await begin()
    const goOn = old.freeze()
    await world.waitFor('another primary', () => isPrimary(other(old)))
    const before = load.logins.length
    await world.waitFor('logins at the new primary', () => load.logins.length > before + LOGINS)
    goOn()
    await world.waitFor('the old primary as a standby', async () => (await old.status('/replica')) === 200)
    expect(await settle('frozen machine of the primary', since)).toBeLessThan(WRITES_BACK)
    expect(load.unanswered).toEqual([])
  }, 400_000)

  it('PostgreSQL that crashes on a machine that lives is back within 40 s', async () => {
    const old = await world.primary()
    const { postmaster } = old
    const since = await begin()
    old.crashPostgres()
    await world.waitFor('a primary', async () => {
      const isElsewhere = await isPrimary(other(old))
      return isElsewhere || (old.postmaster !== postmaster && (await isPrimary(old)))
    })
    expect(await settle('killed PostgreSQL', since)).toBeLessThan(WRITES_BACK)
    expect(load.unanswered).toEqual([])
  }, 400_000)

  it.each(['crash', 'freeze'] as const)(
    'commits go on after the end of the standby: %s',
    async (how) => {
      const standby = other(await world.primary())
      const since = await begin()
      const goOn = await standby[how]()
      await world.waitFor(
        'commits that wait',
        () => performance.now() - (load.logins.at(-1)?.at ?? 0) > 1000,
        30,
      )
      const before = load.logins.length
      await world.waitFor('logins without the standby', () => load.logins.length > before + LOGINS)
      goOn?.()
      expect(await settle(`standby: ${how}`, since)).toBeLessThan(WRITES_BACK)
      expect(load.unanswered).toEqual([])
    },
    400_000,
  )

  it('a switchover that a person asks for takes some seconds', async () => {
    const old = await world.primary()
    const since = await begin()
    const [leader, candidate] = [old.files.name, other(old).files.name]
    world.patronictl(old, 'switchover', 'pulsekey', '--leader', leader, '--candidate', candidate, '--force')
    await world.waitFor('another primary', () => isPrimary(other(old)))
    expect(await settle('switchover', since)).toBeLessThan(WRITES_BACK)
    expect(load.unanswered).toEqual([])
  }, 400_000)

  it.each([
    { name: 'the etcd of the primary stands still', without: 'its own' },
    { name: 'two of three etcd stand still', without: 'a majority' },
  ] as const)(
    '$name, and the database goes on',
    async ({ without }) => {
      const old = await world.primary()
      const since = await begin()
      const goOn = world.freezeEtcd(without === 'its own' ? [old.files.name] : ['b', 'witness'])
      const until = performance.now() + 30_000
      await world.waitFor('longer than the time of the lease', () => performance.now() > until)
      goOn()
      expect(await isPrimary(old)).toBe(true)
      expect(await settle(`etcd without ${without}`, since)).toBeLessThan(WRITES_BACK)
      expect(load.unanswered).toEqual([])
    },
    400_000,
  )
})

it('a program stays at one copy, whichever balancer it asks, and each copy has programs', async () => {
  const { a, b } = world.files.machines
  const names = ['a1', 'b1']
  const callsOf = (machine: MachineFiles) => Promise.all(names.map((copy) => world.callsOf(machine, copy)))
  const copiesOf = async (machine: MachineFiles, address: string) => {
    const before = await callsOf(machine)
    const program = createProgram(world.publicUrl(machine), address)
    for (let call = 0; call < 3; call++) await post(program, `/api.php?api=ini&app=${parts.app}`, '')
    program.agent.destroy()
    const after = await callsOf(machine)
    return names.filter((_, at) => (after[at] ?? NaN) > (before[at] ?? NaN))
  }
  const used = new Set<string>()
  for (let at = 1; at <= PROGRAMS; at++) {
    const address = `127.1.1.${at}`
    const copy = await copiesOf(a, address)
    expect(copy).toHaveLength(1)
    expect(await copiesOf(b, address)).toEqual(copy)
    used.add(String(copy))
  }
  expect([...used].toSorted()).toEqual(names)
}, 400_000)

describe('copies end under load', () => {
  it('a killed copy costs the calls that it had, and no other one', async () => {
    const since = await begin([copies.b.owner])
    await copies.a.program.stop('SIGKILL')
    await settle('killed copy', since)
    // Each program has at most one call under way.
    expect(load.unanswered.length).toBeLessThanOrEqual(4)
    expect(load.refused.length).toBeLessThanOrEqual(CODES)
    copies = { ...copies, a: await world.startCopy(world.files.machines.a, PORT) }
  }, 400_000)

  it('a killed HAProxy costs the programs of the other one at most a login each', async () => {
    const { a, b } = world.files.machines
    const since = await begin([copies.b.owner], [world.publicUrl(b)])
    const start = await world.crashProxy(a)
    await world.waitFor(
      'no calls for the copy without a database',
      async () => !(await world.isUsed(b, 'a1')),
    )
    await settle('killed HAProxy', since)
    start()
    expect(load.unanswered).toEqual([])
    expect(load.refused.length).toBeLessThanOrEqual(CODES)
  }, 400_000)

  it('restarts of the copies in turn cost no call', async () => {
    const since = await begin([])
    const { machines } = world.files
    for (const name of ['a', 'b'] as const) {
      await copies[name].program.stop('SIGTERM')
      copies = { ...copies, [name]: await world.startCopy(machines[name], PORT) }
      await world.waitFor(`copy ${name} behind both balancers`, async () => {
        const used = await Promise.all([machines.a, machines.b].map((at) => world.isUsed(at, `${name}1`)))
        return used.every(Boolean)
      })
    }
    await settle('restarts in turn', since)
    expect(load.unanswered).toEqual([])
    expect(load.refused).toEqual([])
  }, 400_000)
})
