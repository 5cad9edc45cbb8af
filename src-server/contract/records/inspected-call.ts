import { z } from 'zod'

/** The guards of a runtime call in their order. */
export const GUARDS = [
  'limits',
  'application',
  'state',
  'keys',
  'endpoint',
  'method',
  'capability',
  'decryption',
  'signature',
  'time',
  'replay',
] as const
export type Guard = (typeof GUARDS)[number]

/** The result of a guard. `skipped`: the call doesn't need it. `unreached`: an earlier guard refused. */
export const VERDICTS = ['passed', 'refused', 'skipped', 'unreached'] as const
export type Verdict = (typeof VERDICTS)[number]

/**
 * What a signature covers: the bytes as received, or the UTF-8 of their texts; the names as received, or as
 * PHP reads them.
 */
export const READINGS = ['bytes', 'utf8', 'php', 'php_utf8'] as const
export type Reading = (typeof READINGS)[number]

/** A call as the server read it, with the reason of its refusal. Secrets are masked. */
export const inspectedCall = z.object({
  /** Unix seconds. */
  at: z.int(),
  ip: z.string(),
  method: z.string(),
  api: z.string(),
  /** The request's query and body as received. The body may be cut. */
  query: z.string(),
  body: z.string(),
  cut: z.boolean(),
  guards: z.array(z.object({ guard: z.enum(GUARDS), verdict: z.enum(VERDICTS) })),
  /** The code of the guards' refusal. null when the guards let the call pass. */
  refused: z.int().nullable(),
  /** The endpoint's answer. null when a guard refuses, and when previews tried too many wrong passwords. */
  outcome: z.int().nullable(),
  /** The parameters, in the order of the signature. */
  parameters: z.array(z.object({ name: z.string(), value: z.string(), inside: z.boolean() })),
  /** null when the call needs no signature. */
  signature: z
    .object({
      given: z.string(),
      /** The text that is hashed under the application's settings, with a masked appkey. */
      hashed: z.string(),
      /** The order under which the given signature is valid. */
      matches: z.enum(['received', 'sorted']).nullable(),
      /** The reading of the call that the signature fits. */
      reading: z.enum(READINGS).nullable(),
    })
    .nullable(),
  /** The client's clock minus the server's, seconds. null without a readable `t`. */
  skew: z.number().nullable(),
})
export type InspectedCall = z.output<typeof inspectedCall>
