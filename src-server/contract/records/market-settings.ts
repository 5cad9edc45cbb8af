import { z } from 'zod'
import { LAST_SECOND, MAX_SERVER_NAME_LENGTH, MAX_SYMBOL_LENGTH } from '../limits.ts'
import { SUMMER_RULES } from '../markets/broker-time.ts'
import { opensWeekly, WEEK_MINUTES } from '../markets/market-week.ts'
import { MARKET_GROUPS } from '../markets/symbol-groups.ts'

const weeklyBreak = z
  .strictObject({
    /** Minutes since Sunday 00:00. */
    from: z
      .int()
      .min(0)
      .max(WEEK_MINUTES - 1),
    /** After `from`, possibly in the week after. */
    to: z
      .int()
      .min(1)
      .max(2 * WEEK_MINUTES - 1),
  })
  .refine(({ from, to }) => to > from, { path: ['to'], error: 'after its beginning' })

const holiday = z
  .strictObject({
    name: z.string().trim().max(60),
    /** Unix seconds. */
    from: z.int().min(0).max(LAST_SECOND),
    to: z.int().min(0).max(LAST_SECOND),
  })
  .refine(({ from, to }) => to > from, { path: ['to'], error: 'after its beginning' })

const marketHours = z.strictObject({
  /** The breaks of every week. None: open round the clock. */
  breaks: z.array(weeklyBreak).max(14).refine(opensWeekly, 'a week with an open time'),
  holidays: z.array(holiday).max(60),
})

const assignedSymbol = z.strictObject({
  /** As in pulses, without regard to case. A `*` at its end means every symbol that begins so. */
  symbol: z.string().trim().min(1).max(MAX_SYMBOL_LENGTH),
  group: z.enum(MARKET_GROUPS),
})

const brokerClock = z.strictObject({
  /** A name as in account keys, without regard to case. A `*` at its end means every server that begins so. */
  server: z.string().trim().min(1).max(MAX_SERVER_NAME_LENGTH),
  /** Minutes ahead of UTC in winter. */
  offset: z.int().min(-720).max(840),
  summer: z.enum(SUMMER_RULES),
})

/** When the markets of each group of symbols are closed. */
export const marketSettings = z.strictObject({
  forex: marketHours,
  metals: marketHours,
  indices: marketHours,
  crypto: marketHours,
  unknown: marketHours,
  /** The groups of symbols whose names say something else. */
  symbols: z.array(assignedSymbol).max(200),
  /** The clocks of trading servers. The first one that fits a server counts. */
  brokers: z.array(brokerClock).max(200),
  /** The groups whose breaks are by the clocks of trading servers. The others, and servers without a clock: UTC. */
  in_broker_time: z.array(z.enum(MARKET_GROUPS)).max(MARKET_GROUPS.length),
})

export type MarketSettings = z.output<typeof marketSettings>

/** The whole calendar: the settings, and what the server learned from pulses. */
export const marketCalendar = marketSettings.extend({
  learned: z.array(z.object({ symbol: z.string(), server: z.string(), since: z.int(), until: z.int() })),
})
export type MarketCalendarRecord = z.output<typeof marketCalendar>
