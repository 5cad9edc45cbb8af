import type { Clock } from '../../contract/ports.ts'
import type { WebhookEvent } from '../../contract/webhook-names.ts'
import type { EndedLicence } from '../../store/repositories/webhooks.ts'
import type { Store, Unit, WriteUnit } from '../../store/store.ts'
import { ENDS_MARK as MARK, endsOf } from './ended-before.ts'
import { happened, inParts } from './happened.ts'

interface Parts {
  readonly store: Store
  readonly clock: Clock
}

/** Time looked through in one unit of work, seconds: a server that was off for a month does not do it at once. */
const SPAN = 86_400
/** Without an end, the mark moves only every so many seconds, so that the server rarely writes it. */
const MARK_SECONDS = 600

/**
 * Events about licences that ended. The mark moves in the unit of work of the events, so that each end has one event. A
 * licence that is extended and ends again has another one.
 */
export class WebhookEnds {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Starts with the ends from now on, where no webhook wanted them before this one. */
  async begin(unit: WriteUnit, events: readonly WebhookEvent[], now: number): Promise<void> {
    if (!events.includes('expired') || (await unit.webhooks.appsWanting('expired')).length > 0) return
    await unit.meta.set(MARK, String(now))
  }

  /** Costs one look where no webhook wants the event. */
  async sweep(): Promise<void> {
    const { store } = this.#parts
    if (!(await store.read((unit) => this.#isDue(unit)))) return
    while (await store.write((unit) => this.#sweepSpan(unit), { durable: true }));
  }

  async #isDue(unit: Unit): Promise<boolean> {
    const apps = await unit.webhooks.appsWanting('expired')
    if (apps.length === 0) return false
    const until = this.#parts.clock.now() - 1
    const mark = Number((await unit.meta.find(MARK)) ?? until)
    if (until - mark >= MARK_SECONDS) return true
    for (const app of apps) {
      const { codes, tradingAccounts, userAccounts } = await unit.webhooks.ended(app, mark, until)
      if (codes.length + tradingAccounts.length + userAccounts.length > 0) return true
    }
    return false
  }

  /** @returns whether there is more to look through */
  async #sweepSpan(unit: WriteUnit): Promise<boolean> {
    const now = this.#parts.clock.now()
    // A change of this second may still set an end to now.
    const until = now - 1
    const mark = Number((await unit.meta.find(MARK)) ?? until)
    if (mark >= until) return false
    const upTo = Math.min(until, mark + SPAN)
    for (const app of await unit.webhooks.appsWanting('expired')) {
      const { codes, tradingAccounts, userAccounts } = await unit.webhooks.ended(app, mark, upTo)
      await write(unit, app, now, 'codes', codes)
      await write(unit, app, now, 'trading_accounts', tradingAccounts)
      await write(unit, app, now, 'user_accounts', userAccounts)
    }
    await unit.meta.set(MARK, String(upTo))
    return upTo < until
  }
}

async function write(
  unit: WriteUnit,
  app: number,
  at: number,
  what: Parameters<typeof endsOf>[0],
  ended: readonly EndedLicence[],
): Promise<void> {
  for (const items of inParts(ended))
    await happened(unit, { event: 'expired', app, at, data: () => endsOf(what, items) })
}
