import { HEALTHS, healthOf, type Health } from '../../contract/health.ts'
import type { CurrentMarkets } from '../../contract/markets/markets.ts'
import type { Clock } from '../../contract/ports.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'
import type { RiskKind } from '../../contract/sales-names.ts'
import { permissionsOf } from '../../contract/permissions.ts'
import type { Operator } from '../../domain/access/operator.ts'
import { scopeOf, sees, type Actor } from '../../domain/access/scope.ts'
import { effectiveDrawdown } from '../../domain/device/drawdown.ts'
import { endsBy } from '../../domain/device/expiry.ts'
import { digestMail, type Digest } from '../../domain/outbox/digest-mail.ts'
import { firstRows } from '../../domain/paging/first-rows.ts'
import type { Seen } from '../../domain/risk/risk.ts'
import type { Store } from '../../store/store.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { ReviewQueue } from '../requests/review-queue.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import type { Risks } from '../risk/risks.ts'
import type { NoticePost } from './notice-post.ts'
import { readersOf } from './notice-readers.ts'

interface Parts {
  readonly store: Store
  readonly post: NoticePost
  readonly devices: Pick<DeviceRegistry, 'all'>
  readonly risks: Pick<Risks, 'list' | 'groups' | 'counts'>
  readonly applications: Pick<ApplicationRegistry, 'find'>
  readonly reviewQueue: Pick<ReviewQueue, 'counts'>
  readonly settings: { readonly current: Pick<PlatformSettings, 'notices'> }
  readonly markets: CurrentMarkets
  readonly clock: Clock
}

const DAY = 86_400
const MOST_LISTED = 5
/** Risks that occur at a moment. The other kinds last as long as a setting does. */
const MOMENTARY: ReadonlySet<RiskKind> = new Set([
  'drawdown',
  'margin',
  'silent',
  'close_overdue',
  'rule',
  'many_addresses',
  'two_terminals',
  'skewed_clock',
])
const MOST_ALERTS = 20

/** A daily summary for the operators who manage applications and want it. */
export class Digests {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @param day the day of the digest: nobody gets two for one day */
  async send(day: string): Promise<void> {
    const { store, post, clock } = this.#parts
    const now = clock.now()
    for await (const reader of readersOf(store, 'digest')) {
      const digest = await this.#collect(reader, day, now)
      await store.write(
        (unit) =>
          post.put(
            unit,
            reader,
            {
              kind: 'digest',
              purpose: 'digest',
              key: `digest:${reader.id}:${day}`,
              write: (language, clockOf) => digestMail(language, digest, { site: post.site, clock: clockOf }),
            },
            now,
          ),
        { durable: true },
      )
    }
  }

  async #collect(reader: Operator, day: string, now: number): Promise<Digest> {
    const { store, risks, reviewQueue } = this.#parts
    const actor = actorOf(reader)
    const { rows } = await risks.list(actor, {})
    const isRecent = ({ risk }: Seen) => risk.at > now - DAY && MOMENTARY.has(risk.kind)
    const { groups } = await risks.groups(actor, {}, isRecent)
    const refused = rows.filter(({ kind }) => kind === 'refused_cluster')
    const { pending, overdue } = await reviewQueue.counts(actor)
    const messages = await store.read((unit) => unit.outbox.counts(scopeOf(actor)))
    return {
      day,
      ...this.#countAccounts(actor, now),
      alerts: groups.slice(0, MOST_ALERTS).map(({ kind, worst, app_name: name, count, at }) => ({
        kind,
        at,
        count,
        subject: count > 1 || worst.subject === '' ? name : `${worst.subject}  ${name}`,
      })),
      alertCount: groups.reduce((sum, { count }) => sum + count, 0),
      snoozed: await this.#snoozed(actor, now),
      refusals: refused
        .slice(0, MOST_LISTED)
        .map(({ subject, app_name: name, times }) => ({ subject: subject === '' ? name : subject, times })),
      openRisks: (await risks.counts(actor)).open,
      requests: { pending, overdue },
      undelivered: messages.dead,
    }
  }

  /** The events of the last day whose messages a snooze kept back, by kind and application. */
  async #snoozed(actor: Actor, now: number): Promise<Digest['snoozed']> {
    const { store, applications } = this.#parts
    const scope = scopeOf(actor)
    const counted = await store.read((unit) => unit.alerts.snoozedSince(now - DAY))
    return counted.flatMap(({ kind, appId, count }) => {
      const app = applications.find(appId)?.settings
      const isSeen = app !== undefined && sees(scope, { appId, ownerId: app.ownerId, agentId: null })
      return isSeen && kind !== 'back' ? [{ kind, count, subject: app.name }] : []
    })
  }

  #countAccounts(actor: Actor, now: number): Pick<Digest, 'accounts' | 'drawdowns' | 'expiring'> {
    const { devices, settings, markets } = this.#parts
    const scope = scopeOf(actor)
    const days = settings.current.notices.expiry_days
    const accounts = Object.fromEntries(HEALTHS.map((health) => [health, 0])) as Record<Health, number>
    const falling: LiveDevice[] = []
    let expiring = 0
    for (const live of devices.all()) {
      const { device, pulse, ownerId } = live
      if (!sees(scope, { appId: device.appId, ownerId, agentId: null })) continue
      accounts[healthOf(device.accountKey, pulse, now, markets.current)]++
      if (endsBy(device, now, now + days * DAY)) expiring++
      if (pulse !== undefined && pulse.at > now - DAY && drawdownOf(live) > 0) falling.push(live)
    }
    const worst = firstRows(falling, MOST_LISTED, (a, b) => drawdownOf(b) - drawdownOf(a))
    return {
      accounts,
      drawdowns: worst.map((live) => ({ subject: live.device.accountKey, dd: drawdownOf(live) })),
      expiring: { count: expiring, days },
    }
  }
}

function drawdownOf({ pulse }: LiveDevice): number {
  const drawdown = pulse === undefined ? NaN : effectiveDrawdown(pulse)
  return Number.isNaN(drawdown) ? 0 : drawdown
}

/** The reader as an actor, so the digest shows what they may see. */
function actorOf({ id, name, role }: Operator): Actor {
  return { operatorId: id, personId: id, name, role, permissions: permissionsOf(role), ip: '' }
}
