import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readdirSync, readFileSync } from 'node:fs'

interface Options {
  /** The log file of the program. */
  readonly log: string
  readonly env?: Readonly<Record<string, string>>
  readonly uid?: number | undefined
  readonly gid?: number | undefined
}

/** A program of a machine of the drill. */
export class Program {
  readonly child: ChildProcess
  readonly #ended: Promise<unknown>

  constructor(command: string, args: readonly string[], { log, env = {}, uid, gid }: Options) {
    const who = uid === undefined || gid === undefined ? {} : { uid, gid }
    this.child = spawn(command, args, {
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...who,
    })
    const out = createWriteStream(log, { flags: 'a' })
    this.child.stdout?.pipe(out, { end: false })
    this.child.stderr?.pipe(out, { end: false })
    this.#ended = once(this.child, 'exit')
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.isRunning) return
    this.child.kill(signal)
    await this.#ended
  }
}

/** A process and those that it started, and so on. The process is the first of them. */
export function familyOf(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = parentOf(Number(name))
    if (parent !== undefined) parents.set(Number(name), parent)
  }
  const family = [pid]
  for (const one of family) for (const [child, parent] of parents) if (parent === one) family.push(child)
  return family
}

/** @returns undefined where the process has ended */
function parentOf(pid: number): number | undefined {
  try {
    // The name of the program, in brackets, may have spaces.
    const [, rest = ''] = /^\d+ \(.*\) . (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return Number(rest.split(' ')[0])
  } catch {
    return undefined
  }
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal)
    } catch {
      // The process has ended.
    }
}
