/** A cell of a CSV file starts with a quotation mark and doesn't end with one, so its end is unknown. */
export class MisplacedQuote extends Error {
  /** The line in the file, which counts from 1. */
  readonly line: number

  constructor(line: number) {
    super(`line ${line}`)
    this.line = line
  }
}
