import type { z } from 'zod'
import { CONSOLE } from '../contract/error-codes.ts'
import type { InputSize } from '../contract/input-sizes.ts'
import { Refused } from '../services/refused.ts'

/** The body of a console action, not read yet. */
export interface BodyOfRequest {
  /** Whether the body is packed. */
  readonly isEncoded: boolean
  /** Reads the body, up to the limit of its size: null where it isn't JSON. Called once, after all other checks. */
  readonly readInput: (size: InputSize) => Promise<{ readonly input: unknown } | 'tooLarge' | 'busy' | 'gone'>
}

/** The body itself is refused. */
export class BodyRefused extends Refused {}

/** The sender left, so that nobody waits for the answer. */
export class SenderLeft extends Error {}

/** Reads the input. @throws BodyRefused, SenderLeft */
export async function inputOf({ isEncoded, readInput }: BodyOfRequest, size: InputSize): Promise<unknown> {
  if (isEncoded) throw new BodyRefused(CONSOLE.encoded, 'The body must not be packed')
  const read = await readInput(size)
  switch (read) {
    case 'gone':
      throw new SenderLeft()
    case 'busy':
      throw new BodyRefused(CONSOLE.tooMany, 'Too many large inputs at once: try again in a moment')
    case 'tooLarge':
      throw new BodyRefused(CONSOLE.tooLarge, 'The input is too large for this action')
    default:
      return read.input
  }
}

/** @throws Refused 422 with a reason for each wrong member */
export function parse(schema: z.ZodType, body: unknown): unknown {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new Refused(CONSOLE.invalid, 'Some of what was sent is not right', reasons(parsed.error))
}

function reasons(error: z.ZodError): Record<string, string> {
  return Object.fromEntries(error.issues.map((issue) => [issue.path.join('.') || 'body', issue.message]))
}
