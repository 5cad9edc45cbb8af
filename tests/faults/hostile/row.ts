/** Tests of one file that prove the safe answer of a row. */
export interface Proof {
  /** From the root of the repository. */
  readonly file: string
  /**
   * Titles of tests or of groups, as the file spells them, or their beginnings. `%s` is a part that the file
   * fills in. For the conformance scenarios: their names.
   */
  readonly tests: readonly string[]
}

/** One kind of hostile input or fault, and the answer that does no harm. */
export interface HostileRow {
  readonly number: number
  readonly thrown: string
  readonly answer: string
  readonly proofs: readonly Proof[]
  /** What the answer follows where an answer of another kind would also be safe. */
  readonly because?: string
}

export const proof = (file: string, ...tests: readonly string[]): Proof => ({ file, tests })
