import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Bus } from '../../src-server/copies/bus.ts'
import { pack } from '../../src-server/copies/packets.ts'
import { PulseBatch, unpackLatest } from '../../src-server/store/pulse-batch.ts'
import type { LatestPulse } from '../../src-server/store/latest-pulse.ts'
import { QuietLog } from '../support/quiet-log.ts'
import { until } from '../support/until.ts'
import { CopiesWorld, type JoinedCopy } from './copies-world.ts'

const AT = 1_700_000_000
const SPAN = 600
let world: CopiesWorld
let a: JoinedCopy
let b: JoinedCopy
beforeEach(async () => {
  world = await CopiesWorld.open()
  ;[a, b] = await world.joinTwo()
})
afterEach(() => world.close())

const address = (ip: string) => ({ codeId: 1, appId: 10_001, ip, at: AT })
const heardAt = (bus: Bus): string[] => {
  const heard: string[] = []
  bus.subscribe('address', ({ ip }) => heard.push(ip))
  return heard
}

function pulse(deviceId: number): LatestPulse {
  return {
    ...{
      deviceId,
      at: AT,
      equity: deviceId + 0.25,
      balance: 1e15,
      dd: -0.5,
      positions: 3,
      buyPos: 1,
      sellPos: 2,
    },
    ...{ floatPnl: -1.75, marginLevel: 0, interval: 10, leverage: 500, dayProfit: 1, pendingOrders: 0 },
    symbol: deviceId % 2 === 0 ? 'XAUUSD' : '黄金 "x"',
    ip: `192.0.2.${deviceId % 250}`,
    program: undefined,
  }
}

it('messages come to the other copy in their order, and to the sender never', async () => {
  const [own, other] = [heardAt(a.copy.bus), heardAt(b.copy.bus)]
  const sent = Array.from({ length: 500 }, (_, at) => `198.51.100.${at}`)
  for (const ip of sent) {
    a.copy.bus.publish('address', address(ip))
    if (Number(ip.split('.')[3]) % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await until(() => other.length === 500, 'all messages')
  expect(other).toEqual(sent)
  expect(own).toEqual([])
})

it('texts of any kind arrive as they are', async () => {
  const heard = heardAt(b.copy.bus)
  const texts = ['卡密 🔑', 'a\0b', `'"\\ %_`, '', 'x'.repeat(7899), '\n']
  for (const text of texts) a.copy.bus.publish('address', address(text))
  await until(() => heard.length === texts.length, 'all texts')
  expect(heard).toEqual(texts)
})

it('a frame of 5,000 pulses is split and joined again', async () => {
  const batch = new PulseBatch()
  const program = {
    name: 'Gold',
    version: '1.2',
    magic: '7',
    currency: 'USD',
  } as unknown as LatestPulse['program']
  const pulses = Array.from({ length: 5000 }, (_, at) => pulse(at + 1))
  for (const one of pulses) batch.add(one)
  batch.add({ ...pulse(9000), program }, true)
  const heard: LatestPulse[] = []
  b.copy.bus.subscribe('pulses', (packed) => heard.push(...unpackLatest(packed)))
  const after = heardAt(b.copy.bus)
  a.copy.bus.publish('pulses', batch.packed())
  a.copy.bus.publish('address', address('after'))
  await until(() => after.length > 0, 'the message behind')
  expect(heard).toEqual([...pulses, { ...pulse(9000), program }])
})

it('bytes arrive as bytes', async () => {
  const heard: unknown[] = []
  const body = Uint8Array.of(0, 255, 128, 10)
  b.copy.bus.subscribe('calls', ({ calls }) => heard.push(...calls.map((call) => call.raw.body)))
  const raw = { method: 'POST', query: 'api=ini', ip: '192.0.2.1' }
  const calls = [body, Buffer.from(body), new Uint8Array(0)].map((one) => ({ raw: { ...raw, body: one } }))
  a.copy.bus.publish('calls', { app: 1, calls } as never)
  await until(() => heard.length > 0, 'the calls')
  expect(heard).toEqual([body, body, new Uint8Array(0)])
})

it('a copy that joins is met by the others, and one that leaves is not told any more', async () => {
  let met = 0
  a.copy.bus.onJoin(() => met++)
  const c = await world.link('cc')
  c.open({ changed: () => 0, alive: () => 0, packet: () => 0, missed: () => 0 })
  await c.beat({ lagMs: 0, clockMs: 0 })
  await until(() => met === 1, 'the meeting')
  await c.close()
  await b.copy.leave()
  await until(() => !a.copy.bus.hasOthers, 'the copy to be alone')
})

it('a copy whose ear was cut hears again, reads anew, and is told again by the others', async () => {
  const heard = heardAt(b.copy.bus)
  let [missed, met] = [0, 0]
  b.copy.bus.onMissed(() => missed++)
  a.copy.bus.onJoin(() => met++)
  expect(await world.cut('pulsekey listen')).toBe(2)
  await until(() => missed > 0 && met > 0, 'the new ear')
  a.copy.bus.publish('address', address('later'))
  await until(() => heard.includes('later'), 'a message on the new ear')
})

it('a copy whose way of speaking was cut speaks again', async () => {
  const heard = heardAt(b.copy.bus)
  await world.cut('pulsekey talk')
  let tries = 0
  await until(() => {
    a.copy.bus.publish('address', address(`try ${++tries}`))
    return heard.length > 0
  }, 'a message after the cut')
  expect(heard.every((text) => text.startsWith('try'))).toBe(true)
})

it('sees the other copies with their machine and their heartbeat', async () => {
  // A copy announces itself before its first heartbeat.
  const alive = () => a.copy.standing.known.filter(({ silentMs }) => silentMs < 5000)
  await until(() => alive().length === 2, 'both heartbeats')
  expect(
    a.copy.standing.known.map(({ name, host, process, version }) => [name, host, process, version]),
  ).toEqual([
    ['aa', 'machine', 1, 'test'],
    ['bb', 'machine', 1, 'test'],
  ])
})

it('a limit holds for both copies together, once both have heard', async () => {
  const [one, other] = [a, b].map(({ copy }) => copy.counters.allow('guesses', 3, SPAN))
  expect(one!.take('k\0"', AT)).toBe(true)
  await a.copies.settle()
  await until(() => other!.usedOf('k\0"')?.used === 1, 'the first take')
  expect(other!.take('k\0"', AT + 1)).toBe(true)
  await b.copies.settle()
  await until(() => one!.usedOf('k\0"')?.used === 2, 'the second take')
  expect(one!.take('k\0"', AT + 2)).toBe(true)
  await a.copies.settle()
  await until(() => other!.isUsedUp('k\0"', AT + 3), 'the end of the limit')
  // Both count from the first take.
  expect([one!, other!].map((limit) => limit.waitOf('k\0"', AT + 3))).toEqual([SPAN - 3, SPAN - 3])
  one!.giveBack('k\0"', AT + 4)
  await a.copies.settle()
  await until(() => !other!.isUsedUp('k\0"', AT + 4), 'the take that was given back')
  expect(other!.take('k\0"', AT + SPAN)).toBe(true)
  await b.copies.settle()
  await until(() => one!.usedOf('k\0"')?.from === AT + SPAN, 'the next span')
  expect(one!.usedOf('k\0"')?.used).toBe(1)
})

it('two copies that take at the same moment know both takes afterwards', async () => {
  const limits = [a, b].map(({ copy }) => copy.counters.allow('at once', 100, SPAN))
  for (let at = 0; at < 40; at++) limits[at % 2]!.take('k', AT)
  await until(() => limits.every((limit) => limit.usedOf('k')?.used === 40), 'the sum at both')
})

it('simultaneous calls of two copies get together what one copy gives', async () => {
  for (const most of [1, 10]) {
    const limits = [a, b].map(({ copy }) => copy.counters.allow(`together ${most}`, most, SPAN))
    const take = () =>
      Promise.all(Array.from({ length: 40 }, (_, at) => limits[at % 2]!.takeTogether('k', AT)))
    expect((await take()).filter((isTaken) => isTaken).length).toBe(most)
    // Refused takes are given back, so one that had no effect is free for any copy.
    await until(() => limits.every((limit) => limit.usedOf('k')?.used === most), 'the count of the takes')
    limits[0]!.giveBack('k', AT)
    await until(() => limits.every((limit) => !limit.isUsedUp('k', AT)), 'the take that was given back')
    expect((await take()).filter((isTaken) => isTaken).length).toBe(1)
  }
})

it('a copy that joins knows the counts of before, also of limits that it names later', async () => {
  a.copy.counters.allow('registrations', 1, SPAN).take('network', AT)
  await a.copies.settle()
  const c = await world.join('cc')
  const limit = c.copy.counters.allow('registrations', 1, SPAN)
  await until(() => limit.isUsedUp('network', AT + 1), 'the count')
})

it('a copy drops what only a newer version says, and hears the rest', async () => {
  const heard = heardAt(b.copy.bus)
  const link = await world.link('cc')
  const newer = [
    ['a_topic_of_tomorrow', { secret: 1 }],
    ['constructor', null],
    ['address', { ...address('known'), more: [1] }],
  ]
  await link.send(pack(newer as never, 1, 1000))
  await link.send(pack([['address', address('another form')]], 2, 1000).map((text) => `9${text}`))
  await link.send(pack([['address', address('last')]], 3, 1000))
  await until(() => heard.includes('last'), 'the last message')
  expect(heard).toEqual(['known', 'last'])
  await link.close()
})

const CLOCK_OFF_MS = 3000

it('a copy says in its log and to the others how far its clock is off', async () => {
  const log = new QuietLog()
  let off = CLOCK_OFF_MS
  const c = await world.join('cc', () => Date.now() + off, log)
  const seenByA = () => a.copy.standing.known.find(({ name }) => name === 'cc')?.clockMs ?? 0
  await until(() => seenByA() > CLOCK_OFF_MS - 500, 'the clock that is fast')
  expect(c.copy.standing.clockMs).toBeLessThanOrEqual(CLOCK_OFF_MS)
  off = -40_000
  await until(() => seenByA() < -39_000, 'the clock that is slow')
  off = 0
  await until(() => c.copy.standing.clockMs === 0, 'the clock that is right')
  expect(log.warnings).toEqual(['copies.clock_off'])
})
