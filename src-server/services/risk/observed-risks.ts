import { levelOfFiring } from '../../domain/alerts/alert-level.ts'
import { effectiveDrawdown } from '../../domain/device/drawdown.ts'
import { knownFigure } from '../../domain/device/known-figure.ts'
import { isExhausted } from '../../domain/device/command.ts'
import { riskOf } from '../../domain/risk/account-risk.ts'
import type { Risk, RiskLevel } from '../../domain/risk/risk.ts'
import type { Firing, RiskEvents } from '../../domain/risk/risk-event.ts'
import type { Rule } from '../../domain/rules/rule.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { RiskEventLog } from '../../telemetry/risk-event-log.ts'
import type { Several, TerminalWatch } from '../../telemetry/terminal-watch.ts'
import type { AddressWatch, Crowd } from './address-watch.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import type { RefusalCluster, RefusalWatch } from './refusal-watch.ts'

interface Parts {
  readonly applications: ApplicationRegistry
  readonly devices: DeviceRegistry
  readonly events: RiskEventLog
  readonly refusals: RefusalWatch
  readonly addresses: AddressWatch
  readonly terminals: TerminalWatch
  readonly rules: Rules
}

interface Rules {
  find(id: number): Rule | undefined
}

/** No travel explains so many addresses a day. */
const FAR_TOO_MANY = 10
/** So many refused calls are no accident. */
const HEAVY = 200
/** Guards against guessed keys, codes and passwords. The other guards stop programs that are set up wrong. */
const AGAINST_GUESSING: ReadonlySet<string> = new Set(['decryption', 'signature', 'replay', 'guess'])

/** Risks that were observed: of trading accounts, in calls, at addresses. */
export class ObservedRisks {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  *at(now: number): Generator<Risk> {
    const { devices, events, refusals, addresses, terminals, applications, rules } = this.#parts
    for (const event of events.all()) {
      const live = devices.get(event.deviceId)
      if (live !== undefined) yield ofEvent(event, live, rules, now)
    }
    for (const cluster of refusals.clusters(now)) {
      const app = applications.find(cluster.app)
      if (app !== undefined) yield ofCluster(cluster, app.settings.ownerId, app.settings.window)
    }
    for (const crowd of addresses.crowds(now)) {
      const isThere = crowd.kind === 'code' || devices.get(crowd.id) !== undefined
      if (isThere && applications.find(crowd.appId) !== undefined)
        yield ofCrowd(crowd, applications.ownerOf(crowd.appId))
    }
    for (const several of terminals.several(now))
      if (devices.get(several.live.device.id) === several.live) yield ofSeveral(several)
  }
}

function ofEvent(events: RiskEvents, live: LiveDevice, rules: Rules, now: number): Risk {
  const { kind, deviceId, appId, since, at, times, value, threshold, outboxKey, firing } = events
  const about = {
    key: `${kind}:${deviceId}:${at}`,
    kind,
    app: appId,
    ownerId: live.ownerId,
    subjectKind: 'device',
    subjectId: deviceId,
    since,
    at,
    times,
    outboxKey,
  } as const
  if (kind === 'close_overdue') {
    const { state, repeats } = live.command ?? { state: 'withdrawn', repeats: 0 }
    // After the last repeat an operator has to decide.
    const inVain = state === 'overdue' && isExhausted({ repeats }) ? repeats : 0
    return {
      ...about,
      level: state === 'overdue' ? 'high' : 'low',
      facts: { positions: value, state, repeats: inVain },
    }
  }
  if (kind === 'silent') {
    const isBack = live.pulse !== undefined && live.pulse.at > (value ?? at)
    return {
      ...about,
      level: isBack ? 'low' : 'high',
      facts: {
        heard_at: value,
        seconds: value === null ? null : at - value,
        state: isBack ? 'back' : 'silent',
      },
    }
  }
  if (firing !== null) return { ...about, key: firing.key, ...ofFiring(events, firing, live, rules) }
  if (kind === 'margin') {
    const margin = live.pulse?.marginLevel ?? NaN
    return {
      ...about,
      level: riskOf(live, now).margin === 'critical' ? 'high' : 'medium',
      facts: { margin: value, threshold, now: knownFigure(margin) },
    }
  }
  const dd = live.pulse === undefined ? NaN : effectiveDrawdown(live.pulse)
  return {
    ...about,
    level: riskOf(live, now).drawdown === 'critical' ? 'high' : 'medium',
    facts: { dd: value, threshold, now: knownFigure(dd) },
  }
}

function ofFiring(
  { value, threshold }: RiskEvents,
  { ruleId, act, commandId, undoneAt, undoneBy }: Firing,
  { command }: LiveDevice,
  rules: Rules,
): Pick<Risk, 'level' | 'facts'> {
  const rule = rules.find(ruleId)
  return {
    level: levelOfFiring(act, threshold, rule),
    facts: {
      rule_id: ruleId,
      rule: rule?.name ?? '',
      subject: rule?.subject ?? '',
      act,
      value,
      threshold,
      command: commandId !== null && command?.id === commandId ? command.state : null,
      undone_at: undoneAt,
      undone_by: undoneBy,
    },
  }
}

function ofSeveral({ live, since, terminals }: Several): Risk {
  const { id, appId } = live.device
  return {
    key: `two_terminals:${id}:${since}`,
    kind: 'two_terminals',
    level: 'medium',
    app: appId,
    ownerId: live.ownerId,
    subjectKind: 'device',
    subjectId: id,
    since,
    at: terminals[0]?.at ?? since,
    times: terminals.length,
    facts: {
      terminals: terminals.length,
      addresses: terminals.map(({ address }) => address).join(', '),
    },
    outboxKey: null,
  }
}

function ofCluster(cluster: RefusalCluster, ownerId: number, window: number): Risk {
  const { app, guard, code, api, ip, skew, since, at, times } = cluster
  const about = {
    app,
    ownerId,
    subjectKind: 'application',
    subjectId: app,
    since,
    at,
    times,
    outboxKey: null,
  } as const
  const place = `${app}:${guard}:${code}:${ip}:${since}`
  if (skew !== undefined)
    return {
      ...about,
      key: `skewed_clock:${place}`,
      kind: 'skewed_clock',
      level: 'medium',
      facts: { address: ip, skew, window, api },
    }
  return {
    ...about,
    key: `refused_cluster:${place}`,
    kind: 'refused_cluster',
    level: levelOf(guard, times),
    facts: { address: ip, guard, code, api },
  }
}

function levelOf(guard: string, times: number): RiskLevel {
  if (!AGAINST_GUESSING.has(guard)) return 'low'
  return times >= HEAVY ? 'high' : 'medium'
}

function ofCrowd({ kind, id, appId, addresses, since, at, ip }: Crowd, ownerId: number): Risk {
  const level = addresses >= FAR_TOO_MANY ? 'high' : 'medium'
  return {
    // With twice as many it is a new risk.
    key: `many_addresses:${kind}:${id}:${since}:${level}`,
    kind: 'many_addresses',
    level,
    app: appId,
    ownerId,
    subjectKind: kind,
    subjectId: id,
    since,
    at,
    times: addresses,
    facts: { addresses, address: ip },
    outboxKey: null,
  }
}
