import { z } from 'zod'
import { codeEvent } from './code-event.ts'

export const CODE_TYPES = ['time', 'permanent', 'vip', 'count', 'points'] as const
export type CodeType = (typeof CODE_TYPES)[number]

/** The units of a time code, seconds (docs/protocol.md 6). */
export const CODE_UNIT_SECONDS = {
  second: 1,
  hour: 3600,
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
  season: 7_776_000,
  'half-year': 15_552_000,
  year: 31_104_000,
} as const
export type CodeUnit = keyof typeof CODE_UNIT_SECONDS
export const CODE_UNITS = Object.keys(CODE_UNIT_SECONDS) as [CodeUnit, ...CodeUnit[]]

/**
 * How a refund changes the trading account's record: it takes the code's time back, ends the record now, or
 * leaves it unchanged.
 */
export const RECORD_CHOICES = ['take_back', 'end', 'keep'] as const
export type RecordChoice = (typeof RECORD_CHOICES)[number]

/** The states that people see. */
export const CODE_STATES = ['unused', 'in_use', 'expired', 'used_up', 'disabled', 'recycled'] as const
export type CodeState = (typeof CODE_STATES)[number]

/** An authorization code (kami). Times are Unix seconds, and null before the event. */
export const codeRecord = z.object({
  id: z.int(),
  app: z.int(),
  kami: z.string(),
  type: z.enum(CODE_TYPES),
  state: z.enum(CODE_STATES),
  /** The duration of a time code, or of a VIP code with an end, seconds. 0 otherwise. */
  seconds: z.int(),
  /** The uses left of a count code, or the points of a points code. null otherwise. */
  left: z.int().nullable(),
  /** The bound machine code. Empty while unbound. */
  markcode: z.string(),
  /** The bound IPv4 address. */
  ip: z.string(),
  /** The bound IPv6 /64. */
  ip6: z.string(),
  use_time: z.int().nullable(),
  end_time: z.int().nullable(),
  unbinds: z.int(),
  last_unbind: z.int().nullable(),
  disabled: z.boolean(),
  note: z.string(),
  agent: z.int().nullable(),
  batch: z.int().nullable(),
  /** The trading account this code was used for. Empty for none. */
  account_key: z.string(),
  /**
   * The seconds that the code gave to the trading account's record. 4102243200 for ever, null until the code
   * has acted.
   */
  gave_seconds: z.int().nullable(),
  /** The record that the code acted on was deleted, so the code is spent and logs nobody in. */
  spent: z.boolean(),
  /** The seconds that a refund took back from the record. null for none. */
  taken_seconds: z.int().nullable(),
  created_at: z.int(),
  /** When it went into the recycle bin. */
  recycled_at: z.int().nullable(),
})
export type CodeRecord = z.output<typeof codeRecord>

/** A code with its related records. null for data that the caller may not see. */
export const codeDetail = codeRecord.extend({
  agent_name: z.string().nullable(),
  /** The trading account the code was used for. */
  device: z.object({ id: z.int(), account_key: z.string(), label: z.string(), vip: z.int() }).nullable(),
  /** The user account the code recharged. */
  recharged: z.object({ id: z.int(), user: z.string() }).nullable(),
  /** Newest first, at most the last 200 of the last 180 days. */
  events: z.array(codeEvent),
})
export type CodeDetail = z.output<typeof codeDetail>

/**
 * How an edit of codes changes the records of trading accounts: the number of changed records, and the first
 * hundred of them, each with the first of its codes. Ends are Unix seconds.
 */
export const recordChanges = z.object({
  total: z.int(),
  rows: z.array(
    z.object({ code: z.int(), device: z.int(), account_key: z.string(), from: z.int(), to: z.int() }),
  ),
})
export type RecordChanges = z.output<typeof recordChanges>
