const KIB = 1024
const MIB = 1024 * KIB

/** The maximum size of an action's input. */
export interface InputLimits {
  /** Bytes of the whole input. */
  readonly bytes: number
  /** Objects, arrays and their members, at any depth. */
  readonly values: number
  /** Bytes outside of the input's lists, and bytes of each element of a list. They are parsed in one go. */
  readonly piece: number
}

/** The sizes of inputs. Every input is read as a stream, and refused at the first byte over its limit. */
export const INPUT_SIZES = {
  /** Public and unknown actions. */
  small: { bytes: 64 * KIB, values: 2000, piece: 64 * KIB },
  usual: { bytes: 256 * KIB, values: 20_000, piece: 256 * KIB },
  /** Long texts of an application. */
  texts: { bytes: MIB, values: 20_000, piece: MIB },
  /** Up to 100,000 ids (`MAX_BULK_IDS`). */
  selection: { bytes: 2 * MIB, values: 120_000, piece: 256 * KIB },
  /** A file of 5 MB as base64. */
  picture: { bytes: 8 * MIB, values: 1000, piece: 8 * MIB },
  /** The rows of a file. */
  import: { bytes: 16 * MIB, values: 500_000, piece: 256 * KIB },
} as const satisfies Readonly<Record<string, InputLimits>>

export type InputSize = keyof typeof INPUT_SIZES

/** The maximum depth of an input. The deepest action's input has five levels. */
export const MAX_INPUT_DEPTH = 32
