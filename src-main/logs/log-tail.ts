const LINES = 200
const LINE_LENGTH = 2_000

/** The last lines of the server's output, of both streams. */
export class LogTail {
  readonly #lines: string[] = []

  /** Oldest first. */
  get lines(): readonly string[] {
    return this.#lines
  }

  add(line: string): void {
    this.#lines.push(line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH)}…` : line)
    if (this.#lines.length > LINES) this.#lines.shift()
  }
}
