import { z } from 'zod'

/** The guards of a runtime call in their order. */
export const GUARDS = [
  'limits',
  'application',
  'state',
  'endpoint',
  'method',
  'capability',
  'decryption',
  'signature',
  'time',
  'replay',
] as const
export type Guard = (typeof GUARDS)[number]

/** What a guard said: `skipped`, the call doesn't need it; `unreached`, an earlier one refused. */
export const VERDICTS = ['passed', 'refused', 'skipped', 'unreached'] as const
export type Verdict = (typeof VERDICTS)[number]

/**
 * What a signature is made over: the bytes as they came, or the UTF-8 of the texts that they mean; the names as they came, or as
 * PHP reads them.
 */
export const READINGS = ['bytes', 'utf8', 'php', 'php_utf8'] as const
export type Reading = (typeof READINGS)[number]

/** A call as the server read it, with why it was refused. Secrets are masked. */
export const inspectedCall = z.object({
  /** Unix seconds. */
  at: z.int(),
  ip: z.string(),
  method: z.string(),
  api: z.string(),
  /** The request's query and body as they came; the body may have been cut. */
  query: z.string(),
  body: z.string(),
  cut: z.boolean(),
  guards: z.array(z.object({ guard: z.enum(GUARDS), verdict: z.enum(VERDICTS) })),
  /** The code it was refused with, null when the guards let it through. */
  refused: z.int().nullable(),
  /** What the endpoint would answer; null where it isn't known without doing it. */
  outcome: z.int().nullable(),
  /** What was read, in the order that counts for the signature. */
  parameters: z.array(z.object({ name: z.string(), value: z.string(), inside: z.boolean() })),
  /** null where the call needs no signature. */
  signature: z
    .object({
      given: z.string(),
      /** The text that is hashed as the application's settings say, the appkey masked. */
      hashed: z.string(),
      /** The order under which the given signature is right. */
      matches: z.enum(['received', 'sorted']).nullable(),
      /** The reading of the call that it fits. */
      reading: z.enum(READINGS).nullable(),
    })
    .nullable(),
  /** The client's clock minus the server's, seconds; null without a readable `t`. */
  skew: z.number().nullable(),
})
export type InspectedCall = z.output<typeof inspectedCall>
