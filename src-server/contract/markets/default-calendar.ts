import type { MarketCalendarRecord, MarketSettings } from '../records/market-settings.ts'

const DAY = 24 * 60

/**
 * The currency market closes on Friday and opens on Sunday, at 21:00 UTC in summer and 22:00 in winter. The
 * wider span is used.
 */
const WEEKEND: MarketSettings['forex'] = {
  breaks: [{ from: 5 * DAY + 21 * 60, to: 7 * DAY + 22 * 60 }],
  holidays: [],
}

/** The calendar of a new server. Holidays differ between brokers, so none are here. */
export const DEFAULT_MARKETS: MarketSettings = {
  forex: WEEKEND,
  metals: WEEKEND,
  indices: WEEKEND,
  crypto: { breaks: [], holidays: [] },
  unknown: WEEKEND,
  symbols: [],
  brokers: [],
  in_broker_time: [],
}

export const DEFAULT_CALENDAR: MarketCalendarRecord = { ...DEFAULT_MARKETS, learned: [] }
