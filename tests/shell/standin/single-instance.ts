import { existsSync, mkdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface SecondStart {
  readonly argv: string[]
  readonly cwd: string
  readonly data: unknown
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * One process a userData folder: a file has its number, and later starts leave a note in a folder beside it.
 */
export class SingleInstance {
  readonly #lock: string
  readonly #inbox: string
  #held = false

  constructor(userData: string) {
    this.#lock = join(userData, 'standin.lock')
    this.#inbox = join(userData, 'standin-inbox')
  }

  get isHeld(): boolean {
    return this.#held
  }

  request(data: unknown, onSecond: (start: SecondStart) => void): boolean {
    if (existsSync(this.#lock) && isAlive(Number(readFileSync(this.#lock, 'utf8')))) {
      const note = JSON.stringify({ argv: process.argv, cwd: process.cwd(), data } satisfies SecondStart)
      writeFileSync(join(this.#inbox, `${process.pid}.json`), note)
      return false
    }
    mkdirSync(this.#inbox, { recursive: true })
    writeFileSync(this.#lock, String(process.pid))
    watch(this.#inbox, (_event, name) => {
      if (name !== null) this.#read(join(this.#inbox, name), onSecond)
    }).unref()
    this.#held = true
    return true
  }

  release(): void {
    if (this.#held) rmSync(this.#lock, { force: true })
    this.#held = false
  }

  #read(note: string, onSecond: (start: SecondStart) => void): void {
    let start: SecondStart
    try {
      start = JSON.parse(readFileSync(note, 'utf8')) as SecondStart
    } catch {
      // Missing, half written, or already taken: another event follows or came before.
      return
    }
    rmSync(note)
    onSecond(start)
  }
}
