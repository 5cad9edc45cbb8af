import type {
  DeviceChange,
  JobProgress,
  MessageCounts,
  RequestChange,
  RiskCounts,
  ServerState,
  ServerTime,
  StorageNotice,
} from '../contract/live.ts'
import type { Clock } from '../contract/ports.ts'
import type { Bus } from '../copies/bus.ts'
import type { CommandRecord } from '../contract/records/device.ts'
import { onWire } from '../contract/spelling.ts'
import { managesJob, type JobStarter } from '../domain/access/oversight.ts'
import { scopeKey, sees, seesAccount, type Actor, scopeOf, type Scope } from '../domain/access/scope.ts'
import type { Command } from '../domain/device/command.ts'
import { LiveChannel, type LiveSink } from './live-channel.ts'
import { deviceRecord, telemetryRecord, terminalsAt, type LiveDevice } from './live-device.ts'
import type { RegistryListener } from './registry.ts'

/** How long a channel without subscribers is kept for returning ones, seconds. */
const IDLE_SECONDS = 60

interface Scoped {
  readonly scope: Scope
  /** A person of those who share the channel; where one is staff, the person alone has it. */
  readonly viewer: Actor
  readonly seesFigures: boolean
  readonly seesDevices: boolean
  readonly seesRequests: boolean
  readonly seesRisk: boolean
  readonly seesMessages: boolean
  /** The last counts sent. */
  risk: RiskCounts | undefined
  messageChanges: number | undefined
  readonly channel: LiveChannel
  idleSince: number | undefined
}

export function commandRecord(command: Command): CommandRecord {
  const { deviceId, ...fields } = command
  return { ...onWire<Omit<CommandRecord, 'device'>>(fields), device: deviceId }
}

/**
 * The events that the server pushes to consoles (act=live). Costs nothing without subscribers. Otherwise each
 * changed row is written once for each scope, whatever the number of subscribers.
 */
export class LiveStream implements RegistryListener {
  readonly #clock: Clock
  readonly #channels = new Map<string, Scoped>()
  #pulsed = new Set<LiveDevice>()
  #changed = new Set<LiveDevice>()
  #removed = new Set<LiveDevice>()
  /** Accounts that moved to another agent, with their previous agents. */
  #left = new Map<LiveDevice, Set<number>>()
  #epochs = 0
  readonly #bus: Bus | undefined
  readonly #copy: string

  /**
   * @param bus takes events that no change of the store shows to other copies
   * @param copy the name of this copy: a viewer who comes from another one has not seen this one's events
   */
  constructor(clock: Clock, bus?: Bus, copy = '') {
    this.#clock = clock
    this.#bus = bus
    this.#copy = copy
    bus?.subscribe('request', ({ of, change }) => {
      this.#showRequest(of, change)
    })
    bus?.subscribe('job', ({ starter, progress }) => {
      this.#showJob(starter, progress)
    })
  }

  pulsed(live: LiveDevice): void {
    if (this.#channels.size > 0) this.#pulsed.add(live)
  }

  changed(live: LiveDevice): void {
    if (this.#channels.size > 0) this.#changed.add(live)
  }

  left(live: LiveDevice, formerAgent: number): void {
    if (this.#channels.size === 0) return
    const before = this.#left.get(live)
    if (before === undefined) this.#left.set(live, new Set([formerAgent]))
    else before.add(formerAgent)
  }

  removed(live: LiveDevice): void {
    if (this.#channels.size > 0) this.#removed.add(live)
  }

  /** @returns a function that ends the subscription */
  subscribe(actor: Actor, sink: LiveSink, lastEventId: string | undefined): () => void {
    const key = viewKey(actor)
    let scoped = this.#channels.get(key)
    if (scoped === undefined) {
      const epoch = `${this.#copy}${this.#clock.nowMs().toString(36)}${(this.#epochs++).toString(36)}`
      scoped = {
        scope: scopeOf(actor),
        viewer: actor,
        seesFigures: seesFigures(actor),
        seesDevices: actor.permissions.includes('devices'),
        seesRequests: actor.permissions.includes('requests'),
        seesRisk: actor.permissions.includes('risk'),
        seesMessages: scopeOf(actor).kind !== 'attributedTo' && actor.permissions.includes('applications'),
        risk: undefined,
        messageChanges: undefined,
        channel: new LiveChannel(epoch),
        idleSince: undefined,
      }
      this.#channels.set(key, scoped)
    }
    const { channel } = scoped
    scoped.idleSince = undefined
    channel.subscribe(sink, lastEventId)
    return () => {
      channel.unsubscribe(sink)
      if (channel.sinks.size === 0) scoped.idleSince = this.#clock.now()
    }
  }

  /** Runs four times a second: sends the changes since the last time. */
  flush(): void {
    if (this.#channels.size === 0) return
    this.#dropIdle()
    const [pulsed, changed, removed, left] = [this.#pulsed, this.#changed, this.#removed, this.#left]
    if (pulsed.size + changed.size + removed.size + left.size === 0) return
    this.#pulsed = new Set()
    this.#changed = new Set()
    this.#removed = new Set()
    this.#left = new Map()
    const now = this.#clock.now()
    const written = new Map<LiveDevice, string>()
    for (const live of pulsed) {
      if (!changed.has(live) && live.pulse !== undefined) {
        written.set(
          live,
          JSON.stringify({
            id: live.device.id,
            telemetry: telemetryRecord(live.pulse),
            ...(live.trail !== undefined && { terminals: terminalsAt(live, now) }),
          } satisfies DeviceChange),
        )
      }
    }
    for (const live of changed) written.set(live, JSON.stringify(deviceRecord(live, now)))
    for (const { scope, channel } of this.#watchingDevices()) {
      const rows: string[] = []
      for (const [live, row] of written) if (seesAccount(scope, live)) rows.push(row)
      const deleted = [...removed].filter((live) => seesAccount(scope, live))
      const gone = [...deleted, ...lostOf(scope, left)].map((live) => live.device.id)
      if (rows.length + gone.length === 0) continue
      const tail = gone.length === 0 ? '' : `,"removed":${JSON.stringify(gone)}`
      channel.publish('devices', `{"rows":[${rows.join(',')}]${tail}}`)
    }
  }

  command(live: LiveDevice, command: Command): void {
    const data = JSON.stringify(commandRecord(command))
    for (const { scope, channel } of this.#watchingDevices()) {
      if (seesAccount(scope, live)) channel.publish('command', data)
    }
  }

  /** Sends a new or decided request to everybody who may see it, the decider's colleagues too. */
  request(of: { readonly ownerId: number; readonly agentId: number | null }, change: RequestChange): void {
    this.#showRequest(of, change)
    this.#bus?.publish('request', { of, change })
  }

  #showRequest(
    of: { readonly ownerId: number; readonly agentId: number | null },
    change: RequestChange,
  ): void {
    const data = JSON.stringify(change)
    for (const { scope, seesRequests, channel } of this.#channels.values()) {
      if (seesRequests && sees(scope, { ...of, appId: null })) channel.publish('request', data)
    }
  }

  /** Sends a job's progress to its starter, and to the employer of staff. */
  job({ operatorId, personId }: JobStarter, progress: JobProgress): void {
    const starter = { operatorId, personId }
    this.#showJob(starter, progress)
    this.#bus?.publish('job', { starter, progress })
  }

  #showJob(starter: JobStarter, progress: JobProgress): void {
    const data = JSON.stringify(progress)
    for (const { viewer, channel } of this.#channels.values())
      if (viewer.operatorId === starter.operatorId && managesJob(viewer, starter))
        channel.publish('job', data)
  }

  /** @param countsOf the present counts of open risks in a scope */
  risk(countsOf: (scope: Scope) => RiskCounts): void {
    for (const scoped of this.#channels.values()) {
      if (!scoped.seesRisk) continue
      const { open, high } = countsOf(scoped.scope)
      if (scoped.risk?.open === open && scoped.risk.high === high) continue
      scoped.risk = { open, high }
      scoped.channel.publish('risk', JSON.stringify(scoped.risk))
    }
  }

  /**
   * @param countsOf the counts of waiting and given-up messages in a scope; `changes` differs whenever one of
   * them changed
   */
  async messages(
    countsOf: (scope: Scope) => Promise<MessageCounts & { readonly changes: number }>,
  ): Promise<void> {
    for (const scoped of this.#channels.values()) {
      if (!scoped.seesMessages) continue
      const { waiting, dead, changes } = await countsOf(scoped.scope)
      if (scoped.messageChanges === changes) continue
      scoped.messageChanges = changes
      scoped.channel.publish('message', JSON.stringify({ waiting, dead } satisfies MessageCounts))
    }
  }

  server(state: ServerState): void {
    const { now, started_at, version } = state
    const all = JSON.stringify(state)
    const some = JSON.stringify({ now, started_at, version } satisfies ServerTime)
    for (const scoped of this.#channels.values())
      scoped.channel.broadcast('server', scoped.seesFigures ? all : some)
  }

  /** Tells all viewers to read everything again: this copy of the server may have missed events of others. */
  reset(): void {
    for (const { channel } of this.#channels.values()) channel.reset()
  }

  /** Tells viewers of trading accounts to read the market calendar again. */
  calendar(): void {
    for (const { channel } of this.#watchingDevices()) channel.publish('calendar', '{}')
  }

  /** Damage and backups of the whole platform are for the owner and the owner's staff. */
  storage(notice: StorageNotice): void {
    const whole = JSON.stringify(notice)
    const held = JSON.stringify({ ...notice, damaged_at: null, restorable: null } satisfies StorageNotice)
    for (const { scope, channel } of this.#channels.values())
      channel.broadcast('storage', scope.kind === 'everything' ? whole : held)
  }

  #watchingDevices(): Scoped[] {
    return [...this.#channels.values()].filter((scoped) => scoped.seesDevices)
  }

  #dropIdle(): void {
    const before = this.#clock.now() - IDLE_SECONDS
    for (const [key, { idleSince }] of this.#channels) {
      if (idleSince !== undefined && idleSince <= before) this.#channels.delete(key)
    }
  }
}

/** Permissions that not everybody in a scope has. */
const SHOWN = ['applications', 'devices', 'requests', 'risk'] as const

/** The permissions of `health`. */
function seesFigures(actor: Actor): boolean {
  return (
    actor.role === 'owner' &&
    (['platform', 'backups'] as const).some((one) => actor.permissions.includes(one))
  )
}

/** Subscribers with the same key share a channel. A member of staff has a channel of their own: they see their own jobs alone. */
export function viewKey(actor: Actor): string {
  const hidden = SHOWN.filter((permission) => !actor.permissions.includes(permission))
  const whose = actor.personId === actor.operatorId ? 'employer' : `staff ${actor.personId}`
  const figures = seesFigures(actor) ? 'figures' : 'no figures'
  return [scopeKey(scopeOf(actor)), whose, figures, ...hidden].join(', ')
}

/** Accounts that no longer belong to the agent of this scope. */
function lostOf(scope: Scope, left: ReadonlyMap<LiveDevice, ReadonlySet<number>>): LiveDevice[] {
  if (scope.kind !== 'attributedTo') return []
  return [...left].flatMap(([live, before]) =>
    before.has(scope.operatorId) && !seesAccount(scope, live) ? [live] : [],
  )
}
