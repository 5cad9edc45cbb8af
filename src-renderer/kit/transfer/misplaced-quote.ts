/** A cell of a CSV file begins with a quotation mark and doesn't end with one: whatever follows it can't be told apart. */
export class MisplacedQuote extends Error {
  /** Of the file, which counts from 1. */
  readonly line: number

  constructor(line: number) {
    super(`line ${line} has a misplaced quotation mark`)
    this.name = 'MisplacedQuote'
    this.line = line
  }
}
