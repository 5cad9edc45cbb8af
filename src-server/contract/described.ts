import { z } from 'zod'

// Parameters and answers with the words that the documents have for them. No call pays for the words: they are
// in a registry of zod, beside the schemas.

/** A parameter without which the call is refused. An absent one reads as empty. */
export function needed(description: string) {
  return z.string().default('').meta({ description, needed: true })
}

/** A parameter that may be absent, which means the same as empty. */
export function possible(description: string) {
  return z.string().default('').meta({ description })
}

/** A parameter that may be absent, which means something else than empty. */
export function optional(description: string) {
  return z.string().optional().meta({ description })
}

export function text(description: string) {
  return z.string().meta({ description })
}

export function number(description: string) {
  return z.int().meta({ description })
}

/** A switch as 0 or 1. */
export function flag(description: string) {
  return z.literal([0, 1]).meta({ description })
}
