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
import type { Store } from '../../store/store.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { ReviewQueue } from '../requests/review-queue.ts'
import type { Risks } from '../risk/risks.ts'
import type { NoticePost } from './notice-post.ts'
import { readersOf } from './notice-readers.ts'

interface Parts {
  readonly store: Store
  readonly post: NoticePost
  readonly devices: Pick<DeviceRegistry, 'all'>
  readonly risks: Pick<Risks, 'list' | 'counts'>
  readonly reviewQueue: Pick<ReviewQueue, 'counts'>
  readonly settings: { readonly current: Pick<PlatformSettings, 'notices'> }
  readonly markets: CurrentMarkets
  readonly clock: Clock
  readonly utcOffset: (at: number) => number
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
    const { store, post, clock, utcOffset } = this.#parts
    const now = clock.now()
    const about = { site: post.site, utcOffset: utcOffset(now) }
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
              write: (language) => digestMail(language, digest, about),
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
    const recent = rows.filter(({ at, kind }) => at > now - DAY && MOMENTARY.has(kind))
    const refused = rows.filter(({ kind }) => kind === 'refused_cluster')
    const { pending, overdue } = await reviewQueue.counts(actor)
    const messages = await store.read((unit) => unit.outbox.counts(scopeOf(actor)))
    return {
      day,
      ...this.#countAccounts(actor, now),
      alerts: recent.slice(0, MOST_ALERTS).map(({ kind, subject, app_name: name, at }) => ({
        kind,
        at,
        subject: subject === '' ? name : `${subject}  ${name}`,
      })),
      alertCount: recent.length,
      refusals: refused
        .slice(0, MOST_LISTED)
        .map(({ subject, app_name: name, times }) => ({ subject: subject === '' ? name : subject, times })),
      openRisks: (await risks.counts(actor)).open,
      requests: { pending, overdue },
      undelivered: messages.dead,
    }
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
