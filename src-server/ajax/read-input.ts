import { CONSOLE } from '../contract/error-codes.ts'
import type { InputSize } from '../contract/input-sizes.ts'
import { Refused } from '../services/refused.ts'

/** The body itself is refused. */
export class BodyRefused extends Refused {}

/** The sender left, so that nobody waits for the answer. */
export class SenderLeft extends Error {}

/** How a console action's input arrives. */
export interface InputSource {
  /** Whether the body is packed. */
  readonly isEncoded: boolean
  /** Reads the body, up to the limit of its size: null where it isn't JSON. Called once, after all other checks. */
  readonly readInput: (size: InputSize) => Promise<{ readonly input: unknown } | 'tooLarge' | 'busy' | 'gone'>
}

/**
 * Reads the input of an action.
 * @throws BodyRefused for a packed or large body, and while too many are read; SenderLeft
 */
export async function inputOf({ isEncoded, readInput }: InputSource, size: InputSize): Promise<unknown> {
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
