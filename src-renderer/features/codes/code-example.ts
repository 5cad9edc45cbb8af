import {
  DEFAULT_CODE_ALPHABET,
  DEFAULT_CODE_LENGTH,
  MAX_CODE_LENGTH,
} from '../../../src-server/contract/limits.ts'

export interface CodeShape {
  readonly prefix: string
  readonly length: number
  readonly alphabet: string
}

export const USUAL_SHAPE: CodeShape = {
  prefix: '',
  length: DEFAULT_CODE_LENGTH,
  alphabet: DEFAULT_CODE_ALPHABET,
}
export const ALPHABETS = {
  usual: DEFAULT_CODE_ALPHABET,
  digits: '0123456789',
  hex: '0123456789ABCDEF',
  mixed: '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz',
} as const
export type AlphabetName = keyof typeof ALPHABETS

/** Below this a patient guesser finds codes that were sold (2^60 tries are out of reach over a network). */
const ENOUGH_BITS = 60

/** How a code of this shape looks; `draw` gives whole numbers in 0 ≤ n < limit. */
export function exampleCode(shape: CodeShape, draw: (limit: number) => number): string {
  const letters = Array.from(shape.alphabet)
  const drawn = Array.from({ length: shape.length }, () => letters[draw(letters.length)] ?? '')
  return (shape.prefix + drawn.join('')).slice(0, MAX_CODE_LENGTH)
}

export function isGuessable(shape: CodeShape): boolean {
  return shape.length * Math.log2(new Set(shape.alphabet).size) < ENOUGH_BITS
}
