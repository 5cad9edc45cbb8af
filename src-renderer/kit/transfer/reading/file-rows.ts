/** A row of a file with the number of its line in the file, or of its row in the sheet. Both count from 1. */
export interface FileRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** More rows than anybody imports. A larger file is split. */
export const MOST_ROWS = 200_000

/** The reason why a file can't be read. `what` is a line, or a number. */
export class UnreadableFile extends Error {
  readonly reason: 'quote' | 'rows' | 'sheet' | 'unpacked' | 'columns' | 'old_excel'
  readonly what: number

  constructor(reason: UnreadableFile['reason'], what = 0) {
    super(`${reason} ${what}`)
    this.reason = reason
    this.what = what
  }
}

export function isEmptyRow(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '')
}
