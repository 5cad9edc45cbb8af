import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface LogLimits {
  readonly bytes: number
  readonly files: number
}

const LIMITS: LogLimits = { bytes: 20 * 1024 * 1024, files: 10 }

/**
 * Writes lines to `server.log`. A full file becomes `server.1.log`, the previous one `server.2.log`, and so
 * on. The tenth is deleted.
 */
export class LogFile {
  readonly #folder: string
  readonly #limits: LogLimits
  readonly #failed: (error: unknown) => void
  #bytes: number

  /** @param failed called when a line couldn't be written, because a full disk must not end the desktop */
  constructor(folder: string, failed: (error: unknown) => void, limits = LIMITS) {
    this.#folder = folder
    this.#limits = limits
    this.#failed = failed
    this.#bytes = this.#open()
  }

  /** A log that can't be opened must not keep the server from starting. Each line tries again. */
  #open(): number {
    try {
      mkdirSync(this.#folder, { recursive: true })
      return statSync(this.#path(0), { throwIfNoEntry: false })?.size ?? 0
    } catch (error) {
      this.#failed(error)
      return 0
    }
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

  /** On Windows an open file can't be renamed. The full file then gets further lines until it is closed. */
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
