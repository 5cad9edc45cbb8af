import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EventStream } from '../integration/event-stream.ts'
import { callApi } from '../support/runtime-client.ts'
import { until } from '../support/until.ts'
import { CopiesWorld, p99, readyStatus, tryCall, untilSteward, type RealCopy } from './copies-world.ts'

const FOREVER = 4_102_243_200
/** The limits of what a copy learns of another one, milliseconds. */
const CHANGE_MS = 100
const PULSE_MS = 750
/** A steward that ends is followed within this time, seconds. */
const TAKE_OVER = 15
const SAMPLES = 100
/** Logins that a code of the load allows. */
const USES = 1_000_000

let world: CopiesWorld
let first: RealCopy
let second: RealCopy
let app: number
let account: number
const key = '1@Scale'

beforeAll(async () => {
  world = await CopiesWorld.open()
  first = await world.start()
  second = await world.start()
  app = (await first.owner.call('app_create', { name: 'Gold Grid' })).app
  await first.owner.call('app_update', { app, sign: false, window: 0, mt5: { enabled: true } })
  account = (await first.owner.call('device_create', { app, account_key: key, vip: FOREVER })).id
  await until(async () => (await pulse(second, 1)).code === 200, 'the account at the other copy')
})
afterAll(() => world.end())

const pulse = (copy: RealCopy, equity: number) =>
  callApi(copy.publicUrl, 'mt5pulse', app, { account_key: key, equity, balance: 1000, positions: 1 })

it('a change is known at the other copy within 100 ms', async () => {
  const times: number[] = []
  for (let at = 1; at <= SAMPLES; at++) {
    const paused = at % 2 === 1
    await first.owner.call('device_control', { ids: [account], pause_open: paused, reason: 'test' })
    const begun = performance.now()
    while ((await pulse(second, at))['pause_open'] !== Number(paused)) await delay(1)
    times.push(performance.now() - begun)
  }
  console.log(`change: p99 ${p99(times).toFixed(0)} ms`)
  expect(p99(times)).toBeLessThan(CHANGE_MS)
})

it('a pulse is on the stream of the other copy within 750 ms', async () => {
  const stream = await EventStream.open(second.owner.url, second.owner.cookie)
  const times: number[] = []
  for (let equity = 1001; equity <= 1000 + SAMPLES; equity++) {
    await pulse(first, equity)
    const begun = performance.now()
    await stream.next('devices', ({ rows }) => rows.some((row) => row.telemetry?.equity === equity))
    times.push(performance.now() - begun)
  }
  stream.close()
  console.log(`pulse: p99 ${p99(times).toFixed(0)} ms`)
  expect(p99(times)).toBeLessThan(PULSE_MS)
})

it('a copy that lost its ear hears again', async () => {
  const cut = await world.rows(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'pulsekey listen' AND datname = current_database()`,
  )
  expect(cut).toHaveLength(2)
  let equity = 5000
  await until(async () => {
    await pulse(first, ++equity)
    const { telemetry } = await second.owner.call('device_get', { id: account })
    return (telemetry?.equity ?? 0) > 5000
  }, 'a pulse at the other copy')
})

it('a steward that stands still for 15 s is followed, and is no steward when it goes on', async () => {
  const { child } = first.program
  await untilSteward(second, (process) => process === child.pid)
  child.kill('SIGSTOP')
  const seconds = await untilSteward(second, (process) => process !== child.pid)
  await delay(Math.max(0, TAKE_OVER - seconds) * 1000)
  await second.owner.call('device_control', { ids: [account], pause_add: true, reason: 'test' })
  // The answer waits in the socket of the copy that stands still: it decides when it goes on, by what is so then.
  const waiting = pulse(first, 1)
  await delay(100)
  child.kill('SIGCONT')
  expect(await waiting).toMatchObject({ code: 200, pause_add: 1 })
  console.log(`stopped steward: followed after ${seconds.toFixed(1)} s`)
  expect(seconds).toBeLessThan(TAKE_OVER)
  await delay(3000)
  const { rows } = await first.owner.call('copy_list', {})
  expect(rows.filter(({ steward }) => steward).map(({ process }) => process)).toEqual([
    second.program.child.pid,
  ])
})

it('a killed copy costs the other one nothing, and nothing that was answered is lost or doubled', async () => {
  const { kamis } = await first.owner.call('code_generate', { app, type: 'count', amount: USES, count: 4 })
  const [survivor, victim] = [first, second]
  const answers = new Map(kamis.map((kami) => [kami, { answered: 0, unknown: 0 }]))
  const wrong: unknown[] = []
  let isOver = false
  const load = async (copy: RealCopy, kami: string) => {
    const count = answers.get(kami)!
    while (!isOver) {
      const reply = await tryCall(copy, 'kmlogon', app, { kami, markcode: 'PC' })
      if (reply?.code === 200) count.answered++
      else if (copy === survivor) wrong.push(reply)
      else {
        count.unknown++
        return
      }
    }
  }
  const loads = kamis.flatMap((kami) => [load(survivor, kami), load(victim, kami)])
  await delay(3000)
  victim.program.child.kill('SIGKILL')
  const seconds = await untilSteward(survivor, (process) => process === survivor.program.child.pid)
  await delay(1000)
  isOver = true
  await Promise.all(loads)
  console.log(`killed steward: followed after ${seconds.toFixed(1)} s`)
  console.log(`logins: ${JSON.stringify([...answers.values()])}`)
  expect(wrong).toEqual([])
  expect(seconds).toBeLessThan(TAKE_OVER)
  for (const [kami, { answered, unknown }] of answers) {
    const { rows } = await survivor.owner.call('code_list', { search: kami })
    const taken = USES - (rows[0]?.left ?? NaN)
    expect(taken).toBeGreaterThanOrEqual(answered)
    expect(taken).toBeLessThanOrEqual(answered + unknown)
  }
})

it('a copy with the key of another machine gets no calls of the balancer', async () => {
  const stranger = await world.start('--machine-key', world.fileOf('other-key'))
  expect(await readyStatus(first)).toBe(200)
  expect(await callApi(stranger.publicUrl, 'ini', app, {})).toMatchObject({ code: 171 })
  expect(await readyStatus(stranger)).toBe(503)
  await stranger.program.stop('SIGKILL')
})

it('a copy that is asked to end tells the balancer first, and answers meanwhile', async () => {
  const third = await world.start('--drain', '2')
  await until(async () => (await readyStatus(third)) === 200, 'the copy to be ready')
  const begun = performance.now()
  const ended = third.program.stop('SIGTERM')
  await until(async () => (await readyStatus(third)) === 503, 'the sign to the balancer')
  expect((await pulse(third, 9)).code).toBe(200)
  expect(await ended).toBe(0)
  expect(performance.now() - begun).toBeGreaterThan(2000)
})

it('copies on one machine share a port', async () => {
  const { port } = new URL(first.publicUrl)
  expect(Number(port)).toBeGreaterThan(0)
  const one = await world.start('--share-port')
  const shared = new URL(one.publicUrl).port
  const other = await world.start('--share-port', '--port', shared)
  expect(new URL(other.publicUrl).port).toBe(shared)
  one.program.child.kill('SIGKILL')
  await one.program.ended
  await until(async () => (await tryCall(other, 'ini', app, {}))?.code === 200, 'the other copy at the port')
})
