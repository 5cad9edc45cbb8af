/** A cell of a CSV file begins with a quotation mark and doesn't end with one: where it ends is anybody's guess. */
export class MisplacedQuote extends Error {
  /** Of the file, which counts from 1. */
  readonly line: number

  constructor(line: number) {
    super(`line ${line}`)
    this.line = line
  }
}
