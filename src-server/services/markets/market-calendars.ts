import { serverOf } from '../../contract/account-key.ts'
import { marketKey } from '../../contract/markets/markets.ts'
import type { MarketCalendarRecord } from '../../contract/records/market-settings.ts'
import { scopeOf, seesAccount, type Actor } from '../../domain/access/scope.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { MarketBook } from './market-book.ts'

interface Parts {
  readonly markets: Pick<MarketBook, 'calendar'>
  readonly devices: Pick<DeviceRegistry, 'all'>
}

/** The calendar as operators get it, so that their console judges accounts as the server does. */
export class MarketCalendars {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The calendar with the learned markets of accounts that the actor sees. */
  show(actor: Actor): MarketCalendarRecord {
    const { learned, ...settings } = this.#parts.markets.calendar
    const seen = learned.length === 0 ? new Set() : this.#marketsOf(actor)
    return {
      ...settings,
      learned: learned.filter(({ symbol, server }) => seen.has(marketKey(symbol, server))),
    }
  }

  #marketsOf(actor: Actor): Set<string> {
    const scope = scopeOf(actor)
    const seen = new Set<string>()
    for (const live of this.#parts.devices.all())
      if (live.pulse !== undefined && seesAccount(scope, live))
        seen.add(marketKey(live.pulse.symbol, serverOf(live.device.accountKey)))
    return seen
  }
}
