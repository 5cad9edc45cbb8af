import { CONSOLE } from '../../contract/error-codes.ts'
import { MAX_OPEN_REPORT_LINKS, type ReportHeading } from '../../contract/performance-names.ts'
import type { Clock, Random } from '../../contract/ports.ts'
import type { ReportLinkRecord, ReportRecord } from '../../contract/records/performance.ts'
import { isShutOut } from '../../domain/access/operator.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { stateOfReportLink, type ReportLink } from '../../domain/performance/report-link.ts'
import type { Store } from '../../store/store.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import { accountSubject } from '../devices/account-subject.ts'
import type { Devices } from '../devices/devices.ts'
import { audit } from '../platform/audit-trail.ts'
import { Refused } from '../refused.ts'
import { digestToken, makeToken } from '../session/session-token.ts'
import type { AccountPerformance, Range } from './account-performance.ts'

interface Parts {
  readonly store: Store
  readonly registry: DeviceRegistry
  readonly devices: Devices
  readonly performance: AccountPerformance
  readonly clock: Clock
  readonly random: Random
}

interface Order extends Range {
  readonly id: number
  readonly heading: ReportHeading
  readonly live: boolean
  readonly seconds: number
}

/** Links are deleted so long after their end, seconds. */
const KEPT_SECONDS = 90 * 86_400
/** Links that a list shows at most. */
const MOST_SHOWN = 100

/** Links by which anybody sees the report of a trading account without signing in. */
export class ReportLinks {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @throws Refused 404 for an unknown account */
  async list(actor: Actor, id: number): Promise<ReportLinkRecord[]> {
    const { store, devices, clock } = this.#parts
    devices.require(actor, id)
    const links = await store.read((unit) => unit.reportLinks.ofDevice(id, MOST_SHOWN))
    return links.map((link) => linkRecord(link, clock.now()))
  }

  /** @throws Refused 404 for an unknown account, 409 where too many links are open, 422 for an empty range */
  async create(
    actor: Actor,
    { id, from, to, heading, live: isLive, seconds }: Order,
  ): Promise<{ readonly link: ReportLinkRecord; readonly token: string }> {
    const { store, devices, performance, clock, random } = this.#parts
    const live = devices.require(actor, id)
    const content = await performance.reportOf(live, { from, to }, heading)
    const token = makeToken(random)
    const now = clock.now()
    const link = await store.write(
      async (unit) => {
        if ((await unit.reportLinks.countOpen(id, now)) >= MAX_OPEN_REPORT_LINKS)
          throw new Refused(CONSOLE.conflict, `${MAX_OPEN_REPORT_LINKS} links are open: revoke one first`, {
            id: 'too_many',
          })
        const made = await unit.reportLinks.insert({
          deviceId: id,
          tokenDigest: digestToken(token),
          heading,
          fromAt: from,
          toAt: isLive ? null : to,
          content: isLive ? null : content,
          createdBy: actor.name,
          createdAt: now,
          expiresAt: now + seconds,
        })
        await audit(unit, actor, now, {
          action: 'report_link_create',
          ...accountSubject(live),
          after: { link: made.id, heading, from, to: made.toAt, expiresAt: made.expiresAt },
        })
        return made
      },
      { durable: true },
    )
    return { link: linkRecord(link, now), token }
  }

  /** @throws Refused 404 for a link that isn't open */
  async revoke(actor: Actor, id: number): Promise<void> {
    const { store, devices, clock } = this.#parts
    await store.write(
      async (unit) => {
        const now = clock.now()
        const link = await unit.reportLinks.find(id)
        const live = link && devices.find(actor, link.deviceId)
        if (link === undefined || live === undefined || !(await unit.reportLinks.revoke(id, now)))
          throw new Refused(CONSOLE.notFound, 'There is no such link')
        await audit(unit, actor, now, {
          action: 'report_link_revoke',
          ...accountSubject(live),
          before: { link: id, views: link.views, expiresAt: link.expiresAt },
        })
      },
      { durable: true },
    )
  }

  /** The report behind a token, and the end of its link. Counts the view. @returns undefined where it isn't open */
  async view(
    token: string,
  ): Promise<
    { readonly report: ReportRecord; readonly live: boolean; readonly expiresAt: number } | undefined
  > {
    const { store, registry, performance, clock } = this.#parts
    const now = clock.now()
    const open = await store.read(async (unit) => {
      const link = await unit.reportLinks.findByDigest(digestToken(token))
      if (link === undefined || stateOfReportLink(link, now) !== 'open') return undefined
      const live = registry.get(link.deviceId)
      if (live === undefined) return undefined
      const owner = await unit.operators.find(live.ownerId)
      return owner === undefined || isShutOut(owner) ? undefined : { link, live }
    })
    if (open === undefined) return undefined
    const { link, live } = open
    const { content, heading, fromAt, expiresAt } = link
    const report = content ?? (await performance.reportOf(live, { from: fromAt, to: now }, heading))
    await store.write((unit) => unit.reportLinks.countView(link.id, now), { durable: false, lane: 'row' })
    return { report, live: content === null, expiresAt }
  }

  async forgetEnded(): Promise<void> {
    const { store, clock } = this.#parts
    const before = clock.now() - KEPT_SECONDS
    await store.write((unit) => unit.reportLinks.deleteEndedBefore(before), { durable: false })
  }
}

function linkRecord(link: ReportLink, now: number): ReportLinkRecord {
  const { id, heading, content, fromAt, toAt, views, lastViewedAt, createdBy, createdAt, expiresAt } = link
  return {
    id,
    state: stateOfReportLink(link, now),
    heading,
    live: content === null,
    from: fromAt,
    to: toAt,
    views,
    last_viewed_at: lastViewedAt,
    created_by: createdBy,
    created_at: createdAt,
    expires_at: expiresAt,
  }
}
