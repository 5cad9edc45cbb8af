import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { createInterface, type Interface } from 'node:readline'

/** The words of a kit about its licence. */
export interface State {
  readonly name: 'waiting' | 'licensed' | 'grace' | 'refused' | 'update'
  readonly code: number
  readonly text: string
  readonly end: number
}

/** The marks of a kit. */
export interface Settings {
  readonly address: string
  readonly app: number
  readonly appkey: string
  readonly rc4key: string
  readonly version: string
  readonly mode: number
  readonly grace_hours: number
  readonly answer_key: string
  readonly answer_key_next: string
}

export interface Opening {
  readonly kami: string
  readonly machine: string
  readonly folder: string
  readonly settings: Settings
}

/** A program with a kit, which does what a test says line by line. */
export class Program {
  readonly #process: ChildProcessWithoutNullStreams
  readonly #lines: Interface
  readonly #waiting: ((line: string) => void)[] = []
  #errors = ''

  constructor(command: string, given: readonly string[], folder: string) {
    this.#process = spawn(command, given, { cwd: folder })
    this.#process.stderr.on('data', (part: Buffer) => {
      this.#errors += part.toString()
    })
    this.#lines = createInterface({ input: this.#process.stdout })
    this.#lines.on('line', (line) => this.#waiting.shift()?.(line))
    this.#process.on('exit', () => {
      for (const answer of this.#waiting.splice(0)) answer('')
    })
  }

  /** Sends an order, and waits for its answer. */
  async ask(order: object): Promise<unknown> {
    const line = await new Promise<string>((resolve) => {
      this.#waiting.push(resolve)
      this.#process.stdin.write(`${JSON.stringify(order)}\n`)
    })
    if (line === '') throw new Error(`the program has ended: ${this.#errors}`)
    return JSON.parse(line)
  }

  /** A new program begins, with nothing but its file. */
  async open(opening: Opening): Promise<void> {
    await this.ask({ do: 'open', ...opening })
  }

  async clock(now: number): Promise<void> {
    await this.ask({ do: 'clock', now })
  }

  /** Asks the server now. */
  check(): Promise<State> {
    return this.ask({ do: 'check' }) as Promise<State>
  }

  state(): Promise<State> {
    return this.ask({ do: 'state' }) as Promise<State>
  }

  unbind(): Promise<State> {
    return this.ask({ do: 'unbind' }) as Promise<State>
  }

  /** Two threads check: one asks, and the other one waits for it. */
  async both(): Promise<void> {
    await this.ask({ do: 'both' })
  }

  /** The findings of the two threads of `both`. */
  joined(): Promise<State[]> {
    return this.ask({ do: 'joined' }) as Promise<State[]>
  }

  notice(): Promise<string> {
    return this.ask({ do: 'notice' }) as Promise<string>
  }

  /** The newest version, if the program is older. */
  update(): Promise<string> {
    return this.ask({ do: 'update' }) as Promise<string>
  }

  machine(): Promise<string> {
    return this.ask({ do: 'machine' }) as Promise<string>
  }

  /** Seconds until it asks again. */
  pause(): Promise<number> {
    return this.ask({ do: 'pause' }) as Promise<number>
  }

  isNewer(version: string, own: string): Promise<boolean> {
    return this.ask({ do: 'newer', version, own }) as Promise<boolean>
  }

  verify(key: string, message: string, signature: string): Promise<boolean> {
    return this.ask({ do: 'verify', key, message, signature }) as Promise<boolean>
  }

  async start(): Promise<void> {
    await this.ask({ do: 'start' })
  }

  async stop(): Promise<void> {
    await this.ask({ do: 'stop' })
  }

  end(): void {
    this.#process.stdin.end()
    this.#process.kill()
  }
}
