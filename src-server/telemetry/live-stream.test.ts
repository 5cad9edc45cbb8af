import { beforeEach, describe, expect, it } from 'vitest'
import { STANDARD_LIMITS } from '../contract/account-risk.ts'
import type { Clock } from '../contract/ports.ts'
import { permissionsOf } from '../contract/permissions.ts'
import type { Role } from '../contract/permissions.ts'
import type { Actor } from '../domain/access/scope.ts'
import type { Command } from '../domain/device/command.ts'
import { newDevice } from '../domain/device/device.ts'
import type { LiveDevice } from './live-device.ts'
import { LiveStream } from './live-stream.ts'
import { recordPulse } from './pulse-recorder.ts'
import { ASKED_COMMAND } from '../../tests/support/asked-command.ts'
import { NO_MORE_FIGURES } from '../../tests/support/no-more-figures.ts'

let now: number
const clock: Clock = { now: () => now, nowMs: () => now * 1000 }
let stream: LiveStream

beforeEach(() => {
  now = 1_700_000_000
  stream = new LiveStream(clock)
})

const actor = (role: Role, operatorId: number): Actor => ({
  operatorId,
  personId: operatorId,
  name: role,
  role,
  permissions: permissionsOf(role),
  ip: '',
})

/** Account `id` in an application of developer 10, or 20 for even ids, of agent `agentId`. */
function device(id: number, agentId: number | null = null): LiveDevice {
  return {
    device: { ...newDevice(1, `${id}@A`, now), id, vip: now + 100, license: '', agentId },
    ownerId: id % 2 === 0 ? 20 : 10,
    command: undefined,
    commandBusy: false,
    pulse: undefined,
    trail: undefined,
    limits: STANDARD_LIMITS,
  }
}

function pulsed(live: LiveDevice, equity: number): void {
  const none = {
    balance: NaN,
    dd: NaN,
    positions: NaN,
    buyPos: NaN,
    sellPos: NaN,
    floatPnl: NaN,
    marginLevel: NaN,
    symbol: '',
    ...NO_MORE_FIGURES,
  }
  recordPulse(live, { ...none, equity }, '', now)
  stream.pulsed(live)
}

/** The events that a subscriber of this role gets: names and data. */
function look(role: Role, operatorId: number, lastEventId?: string) {
  const events: { event: string; data: Record<string, unknown>; id: string | undefined }[] = []
  const leave = stream.subscribe(
    actor(role, operatorId),
    {
      send: (chunk) => {
        const part = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(chunk)?.[1]
        events.push({
          event: part('event')!,
          data: JSON.parse(part('data')!) as Record<string, unknown>,
          id: part('id'),
        })
      },
      backlog: () => 0,
    },
    lastEventId,
  )
  const ids = () =>
    events
      .filter(({ event }) => event === 'devices')
      .map(({ data }) => (data['rows'] as { id: number }[]).map(({ id }) => id))
  return { events, ids, leave }
}

describe('devices', () => {
  it('an agent learns that an account went to another agent, but not to whom', () => {
    const [old, fresh, owner] = [look('agent', 5), look('agent', 6), look('owner', 1)]
    const live = device(1, 5)
    live.device = { ...live.device, agentId: 6 }
    stream.left(live, 5)
    stream.changed(live)
    stream.flush()
    expect(old.events.slice(1)).toMatchObject([{ data: { rows: [], removed: [1] } }])
    for (const { events } of [fresh, owner]) {
      expect(events.slice(1)).toMatchObject([{ data: { rows: [{ id: 1, agent: 6 }] } }])
      expect(events[1]!.data).not.toHaveProperty('removed')
    }
  })

  it('an account that went and came back between two flushes is present', () => {
    const { events } = look('agent', 5)
    const live = device(1, 5)
    stream.left(live, 5)
    stream.left(live, 6)
    stream.changed(live)
    stream.flush()
    expect(events.slice(1)).toMatchObject([{ data: { rows: [{ id: 1 }] } }])
    expect(events[1]!.data).not.toHaveProperty('removed')
  })

  it('sends a row that pulsed once in a flush, with its latest values only', () => {
    const { events } = look('owner', 1)
    const live = device(1)
    pulsed(live, 5)
    pulsed(live, 6)
    stream.flush()
    stream.flush()
    expect(events.slice(1)).toMatchObject([
      { event: 'devices', data: { rows: [{ id: 1, telemetry: { equity: 6 } }] } },
    ])
    expect(Object.keys((events[1]!.data['rows'] as object[])[0]!)).toEqual(['id', 'telemetry'])
  })

  it('sends a changed row whole, also when it pulsed', () => {
    const { events } = look('owner', 1)
    const live = device(1)
    pulsed(live, 5)
    stream.changed(live)
    stream.flush()
    expect(events.slice(1)).toMatchObject([
      { data: { rows: [{ id: 1, account_key: '1@A', state: 'active', telemetry: { equity: 5 } }] } },
    ])
  })

  it('names the deleted accounts', () => {
    const { events } = look('owner', 1)
    stream.removed(device(3))
    stream.flush()
    expect(events.slice(1)).toMatchObject([{ data: { rows: [], removed: [3] } }])
  })

  it('shows each subscriber what they may see, and sends nobody an empty event', () => {
    const owner = look('owner', 1)
    const ten = look('developer', 10)
    const twenty = look('developer', 20)
    const agent = look('agent', 5)
    for (const live of [device(1), device(2), device(3, 5), device(4, 6)]) stream.changed(live)
    stream.removed(device(6, 5))
    stream.flush()
    pulsed(device(1), 1)
    stream.flush()
    expect(owner.ids()).toEqual([[1, 2, 3, 4].sort(), [1]])
    expect(ten.ids()).toEqual([[1, 3], [1]])
    expect(twenty.ids()).toEqual([[2, 4]])
    expect(agent.ids()).toEqual([[3]])
    const removed = (looker: typeof owner) => looker.events.flatMap(({ data }) => data['removed'] ?? [])
    expect([owner, ten, twenty, agent].map(removed)).toEqual([[6], [], [6], [6]])
  })
})

describe('commands and jobs', () => {
  const command: Command = { ...ASKED_COMMAND, id: 9, deviceId: 3, reason: 'news', askedAt: 1 }

  it('sends a command at once to those who see its account', () => {
    const lookers = [
      look('owner', 1),
      look('developer', 10),
      look('developer', 20),
      look('agent', 5),
      look('agent', 6),
    ]
    stream.command(device(3, 5), command)
    expect(lookers.map(({ events }) => events.filter(({ event }) => event === 'command').length)).toEqual([
      1, 1, 0, 1, 0,
    ])
    expect(lookers[0]!.events.at(-1)!.data).toMatchObject({
      id: 9,
      device: 3,
      asked_by: 'owner',
      state: 'asked',
    })
  })

  it('sends a job to its starter', () => {
    const lookers = [look('owner', 1), look('developer', 10), look('developer', 20)]
    stream.job(actor('developer', 10), { id: 'j', kind: 'k', done: 1, total: 2, state: 'running' })
    expect(lookers.map(({ events }) => events.filter(({ event }) => event === 'job').length)).toEqual([
      0, 1, 0,
    ])
  })

  it("sends the server's state to everybody, without a number", () => {
    const lookers = [look('owner', 1), look('agent', 5)]
    stream.server({
      calls: 1,
      connections: 2,
      lag: 0,
      database: 3,
      clock_doubt: null,
      now,
      started_at: 4,
      version: 'v',
    })
    for (const { events } of lookers) expect(events.at(-1)).toMatchObject({ event: 'server', id: undefined })
    expect(lookers.map(({ events }) => events.at(-1)!.data['calls'])).toEqual([1, undefined])
  })
})

describe('a returning subscriber', () => {
  it('continues while the channel is kept', () => {
    const first = look('owner', 1)
    first.leave()
    now += 59
    stream.changed(device(1))
    stream.flush()
    const back = look('owner', 1, first.events[0]!.id)
    expect(back.ids()).toEqual([[1]])
  })

  it('reads again after a minute without subscribers, and never gets another scope’s events', () => {
    const first = look('owner', 1)
    first.leave()
    now += 60
    stream.flush()
    expect(look('owner', 1, first.events[0]!.id).events).toMatchObject([{ event: 'reset' }])
    const developer = look('developer', 10)
    stream.changed(device(1))
    stream.flush()
    expect(look('agent', 5, developer.events[0]!.id).events).toMatchObject([{ event: 'reset' }])
  })

  it('collects nothing while nobody subscribes', () => {
    stream.changed(device(1))
    const late = look('owner', 1)
    stream.flush()
    expect(late.ids()).toEqual([])
  })
})
