import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface LogLimits {
  readonly bytes: number
  readonly files: number
}

const LIMITS: LogLimits = { bytes: 20 * 1024 * 1024, files: 10 }

/** Lines in `server.log`; when it is full it becomes `server.1.log`, that one `server.2.log`, and the tenth goes. */
export class LogFile {
  readonly #folder: string
  readonly #limits: LogLimits
  readonly #failed: (error: unknown) => void
  #bytes: number

  /** @param failed is told when a line could not be written: a full disk must not end the desktop */
  constructor(folder: string, failed: (error: unknown) => void, limits = LIMITS) {
    this.#folder = folder
    this.#limits = limits
    this.#failed = failed
    mkdirSync(folder, { recursive: true })
    this.#bytes = statSync(this.#path(0), { throwIfNoEntry: false })?.size ?? 0
  }

  add(line: string): void {
    const text = `${line}\n`
    const bytes = Buffer.byteLength(text)
    if (this.#bytes > 0 && this.#bytes + bytes > this.#limits.bytes) this.#tryToRotate()
    try {
      appendFileSync(this.#path(0), text, { mode: 0o600 })
      this.#bytes += bytes
    } catch (error) {
      this.#failed(error)
    }
  }

  /** On Windows a file that somebody has open keeps its name: the lines go on in the full one until he closes it. */
  #tryToRotate(): void {
    try {
      this.#rotate()
    } catch (error) {
      this.#failed(error)
    }
  }

  #rotate(): void {
    const { files } = this.#limits
    rmSync(this.#path(files - 1), { force: true })
    for (let number = files - 2; number >= 0; number--) {
      if (statSync(this.#path(number), { throwIfNoEntry: false }))
        renameSync(this.#path(number), this.#path(number + 1))
    }
    this.#bytes = 0
  }

  #path(number: number): string {
    return join(this.#folder, number === 0 ? 'server.log' : `server.${number}.log`)
  }
}
