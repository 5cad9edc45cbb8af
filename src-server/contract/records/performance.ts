import { z } from 'zod'
import { MARK_KINDS, PERFORMANCE_PERIODS, REPORT_HEADINGS, REPORT_LINK_STATES } from '../performance-names.ts'

const money = z.number()
/** A part of the capital: 0.05 is 5 %. null without capital. */
const rate = z.number().nullable()
const dayOf = z.object({ day: z.int(), profit: money, rate })

/** The figures of a period (docs/operators.md, The account's page). Times are Unix seconds, at the beginnings of days. */
export const statisticsRecord = z.object({
  days: z.int(),
  first: z.int().nullable(),
  last: z.int().nullable(),
  profit: money,
  realised: money,
  floating: money,
  deposits: money,
  withdrawals: money,
  /** The time-weighted return. */
  rate: z.number(),
  /** The deepest fall of equity without deposits and withdrawals. null: it never fell. */
  drawdown: z
    .object({
      size: money,
      peak_at: z.int(),
      trough_at: z.int(),
      /** The day that reached the old peak again. null: none yet. */
      recovered_at: z.int().nullable(),
    })
    .nullable(),
  /** The deepest fall of the time-weighted curve, a part of its peak. */
  drawdown_rate: z.number(),
  /** The profit as a multiple of the deepest fall. */
  recovery: z.number().nullable(),
  best: dayOf.nullable(),
  worst: dayOf.nullable(),
  /** Days with a profit, and with a loss. */
  winning: z.int(),
  losing: z.int(),
  /** The largest drawdown that the program reported, percent. */
  reported: z.number().nullable(),
})
export type StatisticsRecord = z.output<typeof statisticsRecord>

export const periodsRecord = z.record(z.enum(PERFORMANCE_PERIODS), statisticsRecord)

/** A day of a trading account by the server's wall clock. */
export const dayRecord = dayOf.extend({
  realised: money,
  floating: money,
  equity: money,
  balance: money,
  deposits: money,
  withdrawals: money,
})
export type DayRecord = z.output<typeof dayRecord>

/** An event in the history of a trading account. */
export const markRecord = z.object({
  /** Names the mark in a list. */
  key: z.string(),
  at: z.int(),
  kind: z.enum(MARK_KINDS),
  /** A word for the event within its kind, such as `delivered` or `pause_open`. */
  what: z.string(),
  /** The text of a note, the reason of a command, the name of a rule. */
  text: z.string(),
  /** The operator. Empty for the server. */
  by: z.string(),
  /** The figure of an alert or a rule; the new end of a licence, Unix seconds; the open positions of a command. */
  value: z.number().nullable(),
})
export type MarkRecord = z.output<typeof markRecord>

export const noteRecord = z.object({
  id: z.int(),
  /** The time that the note is about. */
  at: z.int(),
  text: z.string(),
  by: z.string(),
  written_at: z.int(),
  /** Whether the caller may change it. */
  is_own: z.boolean(),
})
export type NoteRecord = z.output<typeof noteRecord>

/** The return of an account since the beginning of a range. `device` is null for all accounts together. */
export const comparedRecord = z.object({
  device: z.int().nullable(),
  name: z.string(),
  at: z.array(z.int()),
  rate: z.array(z.number()),
})
export type ComparedRecord = z.output<typeof comparedRecord>

const monthRecord = statisticsRecord
  .pick({
    days: true,
    profit: true,
    rate: true,
    deposits: true,
    withdrawals: true,
    drawdown_rate: true,
    winning: true,
    losing: true,
  })
  .extend({ month: z.string() })

/** A report of a period, without anything that the heading leaves out. */
export const reportRecord = z.object({
  heading: z.string(),
  /** The currency that the program reported, or empty. */
  currency: z.string(),
  from: z.int(),
  to: z.int(),
  /** When its figures were read. */
  made_at: z.int(),
  /** Minutes that the server's wall clock is ahead of UTC. */
  utc_offset: z.int(),
  statistics: statisticsRecord,
  /** The ends of days, and the money that moved on them. */
  curve: z.array(
    z.object({ at: z.int(), equity: money, balance: money, deposits: money, withdrawals: money }),
  ),
  /** The oldest first. */
  months: z.array(monthRecord),
})
export type ReportRecord = z.output<typeof reportRecord>

/** A link to a report. Its token is in the link alone. */
export const reportLinkRecord = z.object({
  id: z.int(),
  state: z.enum(REPORT_LINK_STATES),
  heading: z.enum(REPORT_HEADINGS),
  /** The figures follow the account until the link ends. Else they are those of its creation. */
  live: z.boolean(),
  from: z.int(),
  /** null for a live one. */
  to: z.int().nullable(),
  views: z.int(),
  last_viewed_at: z.int().nullable(),
  created_by: z.string(),
  created_at: z.int(),
  expires_at: z.int(),
})
export type ReportLinkRecord = z.output<typeof reportLinkRecord>
