import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** The calls, prints, chart and positions of the program. `calls` and `prints` are those since the last answer. */
export interface TerminalState {
  readonly open: 0 | 1
  readonly add: 0 | 1
  readonly closing: 0 | 1
  readonly chart: string
  /** Orders that were sent to the broker. */
  readonly requests: number
  readonly pending: number
  readonly balance: number
  readonly closed: readonly number[]
  readonly positions: readonly { symbol: string; volume: number; magic: number; ticket: number }[]
  readonly calls: readonly string[]
  readonly prints: readonly string[]
}

/** The marks of a kit. */
export interface KitMarks {
  readonly address: string
  readonly app: number
  readonly appkey: string
  readonly rc4key: string
  readonly version: string
  readonly mode: 0 | 1 | 3
  readonly grace_hours: number
  readonly answer_key: string
  readonly answer_key_next: string
}

/** A simulated MetaTrader terminal, a process of its own with the kit's sample on a chart. */
export class Terminal {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #lines: AsyncIterator<string, undefined>

  constructor(program: string, files: string, marks: KitMarks) {
    const env = Object.fromEntries(
      Object.entries(marks).map(([name, value]) => [`PK_${name}`, String(value)]),
    )
    this.#child = spawn(program, [files], { env })
    this.#child.stderr.on('data', (text: Buffer) => process.stderr.write(text))
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
  }

  /** Runs a command of terminal.cpp. */
  async run(command: string): Promise<TerminalState> {
    this.#child.stdin.write(`${command}\n`)
    const line = await this.#lines.next()
    if (line.done === true) throw new Error(`the terminal ended at "${command}"`)
    return JSON.parse(line.value) as TerminalState
  }

  async set(values: Readonly<Record<string, string | number>>): Promise<void> {
    for (const [name, value] of Object.entries(values)) await this.run(`set ${name} ${value}`)
  }

  /** Ends the process without a word to the program, as a crash does. */
  async kill(): Promise<void> {
    if (this.#child.signalCode !== null || this.#child.exitCode !== null) return
    const ended = once(this.#child, 'close')
    this.#child.kill('SIGKILL')
    await ended
  }
}
