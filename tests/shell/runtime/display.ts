import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'

import { asOrdinaryUser } from '../../../build/runtime/unprivileged.ts'

const isRoot = process.getuid?.() === 0
/** Nothing of this process's environment: no session bus, no home of root's. */
const PATH = process.env['PATH'] ?? ''

/** An invisible screen with a window manager, both of an ordinary user. */
export class Display {
  readonly #home: string
  readonly #processes: ChildProcess[] = []
  #name = ''

  /** @param home a folder that the ordinary user may write to */
  constructor(home: string) {
    this.#home = home
  }

  get env(): Record<string, string> {
    return {
      PATH,
      HOME: this.#home,
      DISPLAY: this.#name,
      LANG: 'C.UTF-8',
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    }
  }

  async open(): Promise<void> {
    const server = this.spawn(
      ['Xvfb', '-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'],
      3,
    )
    const [number] = (await once(server.stdio[3]!, 'data')) as [Buffer]
    this.#name = `:${number.toString().trim()}`
    this.spawn(['openbox', '--sm-disable'])
  }

  /** Runs a program on it, as the ordinary user. */
  spawn(command: [string, ...string[]], extraPipe?: 3): ChildProcess {
    const [program, ...args] = asOrdinaryUser(command, isRoot)
    const stdio = ['ignore', 'pipe', 'pipe', ...(extraPipe === undefined ? [] : ['pipe' as const])] as const
    const child = spawn(program, args, { env: this.env, cwd: this.#home, stdio: [...stdio] })
    this.#processes.push(child)
    return child
  }

  /** Acts of a user's hand: minimises and closes windows. @returns the output of xdotool */
  hand(...args: string[]): string {
    const [program, ...rest] = asOrdinaryUser(['xdotool', ...args], isRoot)
    return execFileSync(program, rest, {
      env: this.env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  }

  /** The visible windows of a process, by their numbers, a line each. */
  findWindows(pid: number): string {
    try {
      return this.hand('search', '--onlyvisible', '--pid', String(pid))
    } catch {
      // xdotool ends with 1 where it finds none.
      return ''
    }
  }

  close(): void {
    for (const child of this.#processes.reverse()) child.kill('SIGKILL')
  }
}
