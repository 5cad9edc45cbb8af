import type {
  DeviceChange,
  JobProgress,
  MessageCounts,
  RequestChange,
  RiskCounts,
  ServerState,
} from '../contract/live.ts'
import type { Clock } from '../contract/ports.ts'
import type { CommandRecord } from '../contract/records/device.ts'
import { onWire } from '../contract/spelling.ts'
import { scopeKey, sees, type Actor, scopeOf, type Scope } from '../domain/access/scope.ts'
import type { Command } from '../domain/device/command.ts'
import { LiveChannel, type LiveSink } from './live-channel.ts'
import { deviceRecord, telemetryRecord, terminalsAt, type LiveDevice } from './live-device.ts'
import type { RegistryListener } from './registry.ts'

/** A channel nobody listens to is kept this long for those who come back, seconds. */
const IDLE_SECONDS = 60

interface Scoped {
  readonly scope: Scope
  readonly seesDevices: boolean
  readonly seesRequests: boolean
  readonly seesRisk: boolean
  readonly seesMessages: boolean
  /** As it was told last. */
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
 * What the console is told without asking (console-api.md, act=live). Costs nothing while nobody looks; with lookers,
 * each changed row is written once a scope, however many look.
 */
export class LiveStream implements RegistryListener {
  readonly #clock: Clock
  readonly #channels = new Map<string, Scoped>()
  #pulsed = new Set<LiveDevice>()
  #changed = new Set<LiveDevice>()
  #removed = new Set<LiveDevice>()
  /** Accounts that went to another agent, and whose they were before. */
  #left = new Map<LiveDevice, Set<number>>()
  #epochs = 0

  constructor(clock: Clock) {
    this.#clock = clock
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

  /** @returns the way to leave. */
  subscribe(actor: Actor, sink: LiveSink, lastEventId: string | undefined): () => void {
    const key = viewKey(actor)
    let scoped = this.#channels.get(key)
    if (scoped === undefined) {
      const epoch = `${this.#clock.nowMs().toString(36)}${(this.#epochs++).toString(36)}`
      scoped = {
        scope: scopeOf(actor),
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

  /** Run four times a second: what changed since the last time goes out. */
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
      for (const [live, row] of written) if (isSeen(scope, live)) rows.push(row)
      const deleted = [...removed].filter((live) => isSeen(scope, live))
      const gone = [...deleted, ...lostOf(scope, left)].map((live) => live.device.id)
      if (rows.length + gone.length === 0) continue
      const tail = gone.length === 0 ? '' : `,"removed":${JSON.stringify(gone)}`
      channel.publish('devices', `{"rows":[${rows.join(',')}]${tail}}`)
    }
  }

  command(live: LiveDevice, command: Command): void {
    const data = JSON.stringify(commandRecord(command))
    for (const { scope, channel } of this.#watchingDevices()) {
      if (isSeen(scope, live)) channel.publish('command', data)
    }
  }

  /** A request came in, or was decided: told to all who may see it, the more the decider's colleagues. */
  request(of: { readonly ownerId: number; readonly agentId: number | null }, change: RequestChange): void {
    const data = JSON.stringify(change)
    for (const { scope, seesRequests, channel } of this.#channels.values()) {
      if (seesRequests && sees(scope, of)) channel.publish('request', data)
    }
  }

  /** A job is shown to those who see what its starter sees. */
  job(scope: Scope, progress: JobProgress): void {
    const data = JSON.stringify(progress)
    for (const { scope: seen, channel } of this.#channels.values())
      if (scopeKey(seen) === scopeKey(scope)) channel.publish('job', data)
  }

  /** @param countsOf what is open in a scope, now */
  risk(countsOf: (scope: Scope) => RiskCounts): void {
    for (const scoped of this.#channels.values()) {
      if (!scoped.seesRisk) continue
      const { open, high } = countsOf(scoped.scope)
      if (scoped.risk?.open === open && scoped.risk.high === high) continue
      scoped.risk = { open, high }
      scoped.channel.publish('risk', JSON.stringify(scoped.risk))
    }
  }

  /** @param countsOf how many wait, and were given up, in a scope; `changes` is another number when any of it changed */
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
    const data = JSON.stringify(state)
    for (const { channel } of this.#channels.values()) channel.broadcast('server', data)
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

/** What not everybody of a scope is shown. */
const SHOWN = ['applications', 'devices', 'requests', 'risk'] as const

/** Viewers of the same key share a channel: staff who may not see all have one of their own. */
export function viewKey(actor: Actor): string {
  const hidden = SHOWN.filter((permission) => !actor.permissions.includes(permission))
  return [scopeKey(scopeOf(actor)), ...hidden].join(' without ')
}

function isSeen(scope: Scope, live: LiveDevice): boolean {
  return sees(scope, { ownerId: live.ownerId, agentId: live.device.agentId })
}

/** An agent doesn't look after them any more. */
function lostOf(scope: Scope, left: ReadonlyMap<LiveDevice, ReadonlySet<number>>): LiveDevice[] {
  if (scope.kind !== 'attributedTo') return []
  return [...left].flatMap(([live, before]) =>
    before.has(scope.operatorId) && !isSeen(scope, live) ? [live] : [],
  )
}
