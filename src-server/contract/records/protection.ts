import { z } from 'zod'
import { GRADES, PROTECTION_CHECKS } from '../protection-names.ts'

/** Calls of a span that passed the guards, and how many of them used what. */
export const callUses = z.object({
  calls: z.int(),
  /** With a signature, whether or not one is required. */
  signed: z.int(),
  /** With encrypted parameters. */
  encrypted: z.int(),
  https: z.int(),
  /** With a `value`: without one, a program can verify neither `check` nor the signature of an answer. */
  valued: z.int(),
})
export type CallUses = z.output<typeof callUses>

export const protectionItem = z.object({
  check: z.enum(PROTECTION_CHECKS),
  grade: z.enum(GRADES),
  /** One of PROTECTION_STATES. */
  state: z.string(),
  /** Numbers and words for the sentence of the state. */
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type ProtectionItem = z.output<typeof protectionItem>

/** The grades of an application's protection, and the protections that its calls used. */
export const protectionRecord = z.object({
  items: z.array(protectionItem),
  /** Whole hours: the last 24, and the last 168. */
  day: callUses,
  week: callUses,
  /** The program versions that trading accounts reported within a week, the most frequent first; empty for none. */
  versions: z.array(z.object({ version: z.string(), accounts: z.int() })),
})
export type ProtectionRecord = z.output<typeof protectionRecord>
