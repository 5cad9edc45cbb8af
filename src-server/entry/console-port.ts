import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Log, Random } from '../contract/ports.ts'
import { writePrivate } from './machine-key.ts'

const kept = z.object({ port: z.int().min(1).max(65_535) })

/** Below the ports that systems give to outgoing connections, so that no other program takes the port by chance. */
const FIRST = 20_000
const NUMBER = 10_000
const TRIES = 5

/**
 * The console's port, which stays the same over restarts: browsers keep what a person set by the address of the page. It
 * is in a file of its own, because it belongs to the machine and no restore changes it.
 */
export class ConsolePort {
  readonly #file: string
  readonly #random: Random
  readonly #log: Log

  constructor(folder: string, random: Random, log: Log) {
    this.#file = join(folder, 'console-port.json')
    this.#random = random
    this.#log = log
  }

  /** The ports to try in turn: the last one, others of its kind, then any free port. */
  candidates(): number[] {
    const last = this.#read()
    const others = Array.from({ length: TRIES }, () => FIRST + this.#random.below(NUMBER))
    return [...(last === undefined ? [] : [last]), ...others, 0]
  }

  /** Keeps the port that was opened. Without it the console works, and moves at the next start. */
  keep(port: number): void {
    if (this.#read() === port) return
    try {
      writePrivate(this.#file, JSON.stringify({ port }))
    } catch (error) {
      this.#log.error('console.port', error)
    }
  }

  #read(): number | undefined {
    try {
      return kept.safeParse(JSON.parse(readFileSync(this.#file, 'utf8'))).data?.port
    } catch {
      return undefined
    }
  }
}
