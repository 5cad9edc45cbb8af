import { isDeepStrictEqual } from 'node:util'
import { DEFAULT_CALENDAR } from '../../contract/markets/default-calendar.ts'
import { Markets, type LearnedMarket } from '../../contract/markets/markets.ts'
import type { MarketCalendarRecord, MarketSettings } from '../../contract/records/market-settings.ts'

/** The calendar in effect. Whoever holds the book sees each change at once. */
export class MarketBook {
  #calendar: MarketCalendarRecord = DEFAULT_CALENDAR
  #current = new Markets(DEFAULT_CALENDAR)
  readonly #changed: () => void

  /** @param changed called after each change */
  constructor(changed: () => void = () => undefined) {
    this.#changed = changed
  }

  get calendar(): MarketCalendarRecord {
    return this.#calendar
  }

  get current(): Markets {
    return this.#current
  }

  /** Takes the calendar of the settings. What was learned stays. */
  configure(settings: MarketSettings): void {
    const calendar = { ...settings, learned: this.#calendar.learned }
    if (!isDeepStrictEqual(calendar, this.#calendar)) this.#put(calendar)
  }

  /** Takes the markets that were learned from pulses, all of them. */
  learn(learned: readonly LearnedMarket[]): void {
    this.#put({ ...this.#calendar, learned: [...learned] })
  }

  #put(calendar: MarketCalendarRecord): void {
    this.#calendar = calendar
    this.#current = new Markets(calendar)
    this.#changed()
  }
}
