import type { Random } from '../../contract/ports.ts'
import { DEBUG_CODE_PREFIX } from '../../contract/limits.ts'

/** Never throws. `alphabet` must hold at least two different characters. */
export function generateKami(
  random: Random,
  shape: { prefix: string; length: number; alphabet: string },
): string {
  let text = shape.prefix
  for (let i = 0; i < shape.length; i++) text += shape.alphabet.charAt(random.below(shape.alphabet.length))
  return text
}

/** Codes with the debug prefix are never generated for sale (the specification, Authorization code). */
export function isDebugCode(kami: string): boolean {
  return kami.startsWith(DEBUG_CODE_PREFIX)
}
