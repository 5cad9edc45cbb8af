import { z } from 'zod'
import { codeEvent } from './code-event.ts'

export const CODE_TYPES = ['time', 'permanent', 'vip', 'count', 'points'] as const
export type CodeType = (typeof CODE_TYPES)[number]

/** A time code's units, seconds (protocol.md 6). */
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
 * What a refund does with the trading account's record: takes back the time that the code gave, ends the record now, or
 * leaves it as it is.
 */
export const RECORD_CHOICES = ['take_back', 'end', 'keep'] as const
export type RecordChoice = (typeof RECORD_CHOICES)[number]

/** The states people are shown. */
export const CODE_STATES = ['unused', 'in_use', 'expired', 'used_up', 'disabled', 'recycled'] as const
export type CodeState = (typeof CODE_STATES)[number]

/** An authorization code (kami). Times are Unix seconds, null where not yet. */
export const codeRecord = z.object({
  id: z.int(),
  app: z.int(),
  kami: z.string(),
  type: z.enum(CODE_TYPES),
  state: z.enum(CODE_STATES),
  /** Duration of a time code, or of a VIP code that ends; 0 otherwise. */
  seconds: z.int(),
  /** Uses a count code has left, points of a points code; null otherwise. */
  left: z.int().nullable(),
  /** The bound machine code, empty while unbound. */
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
  /** The trading account this code was used for, empty for none. */
  account_key: z.string(),
  /** Seconds that the code gave to the trading account's record; 4102243200 for ever; null as long as it has not acted. */
  gave_seconds: z.int().nullable(),
  /** The record that it acted on is deleted, and the code spent with it: it logs nobody in. */
  spent: z.boolean(),
  /** Seconds that a refund took back from the record; null where none was taken. */
  taken_seconds: z.int().nullable(),
  created_at: z.int(),
  /** When it went into the recycle bin. */
  recycled_at: z.int().nullable(),
})
export type CodeRecord = z.output<typeof codeRecord>

/** A code with what it is tied to; what the reader may not see is null. */
export const codeDetail = codeRecord.extend({
  agent_name: z.string().nullable(),
  /** The trading account it was used for. */
  device: z.object({ id: z.int(), account_key: z.string(), label: z.string(), vip: z.int() }).nullable(),
  /** The application account it recharged. */
  recharged: z.object({ id: z.int(), user: z.string() }).nullable(),
  /** Newest first, at most the last 200 of the last 180 days. */
  events: z.array(codeEvent),
})
export type CodeDetail = z.output<typeof codeDetail>

/**
 * What an edit of codes does to the records of trading accounts: how many change, and the first hundred of them, each with the
 * first of its codes. Ends are Unix seconds.
 */
export const recordChanges = z.object({
  total: z.int(),
  rows: z.array(
    z.object({ code: z.int(), device: z.int(), account_key: z.string(), from: z.int(), to: z.int() }),
  ),
})
export type RecordChanges = z.output<typeof recordChanges>
