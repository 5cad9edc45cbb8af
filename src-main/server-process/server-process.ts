import type { ServerStatus } from '../contract/shell.ts'
import { BackOff } from './back-off.ts'
import { type ServerReady, serverMessage } from './messages.ts'

/** After this a server that was asked to stop is killed: the desktop promises to be gone within 5 s. */
const STOP_MS = 4_500

export interface ServerChild {
  onMessage(listener: (message: unknown) => void): void
  onExit(listener: (code: number) => void): void
  stop(): void
  kill(): void
}

export interface Timers {
  nowMs(): number
  /** @returns the way to call it off */
  after(ms: number, act: () => void): () => void
}

type State =
  | { readonly name: 'starting' | 'stopped' }
  | { readonly name: 'running'; readonly ready: ServerReady; readonly sinceMs: number }
  | { readonly name: 'waiting'; readonly untilMs: number }

/** Keeps the server running: starts it, starts it again when it ends, stops it when asked. */
export class ServerProcess {
  readonly #fork: () => ServerChild
  readonly #timers: Timers
  readonly #backOff = new BackOff()
  readonly #listeners: (() => void)[] = []
  #state: State = { name: 'stopped' }
  #child: { readonly process: ServerChild; readonly gone: Promise<void> } | undefined
  #callOff = (): void => undefined
  #failure: string | null = null
  #exitCode: number | null = null
  #over = false

  constructor(fork: () => ServerChild, timers: Timers) {
    this.#fork = fork
    this.#timers = timers
  }

  /** Where the server is reached, while it is. */
  get ready(): ServerReady | undefined {
    return this.#state.name === 'running' ? this.#state.ready : undefined
  }

  get status(): ServerStatus {
    const state = this.#state
    return {
      state: state.name,
      publicUrl: this.ready?.publicUrl ?? null,
      retryInMs: state.name === 'waiting' ? Math.max(0, state.untilMs - this.#timers.nowMs()) : null,
      failure: this.#failure,
      exitCode: this.#exitCode,
    }
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  start(): void {
    if (this.#child || this.#over) return
    this.#callOff()
    const process = this.#fork()
    const gone = new Promise<void>((done) => {
      process.onExit((code) => {
        this.#exited(code)
        done()
      })
    })
    this.#child = { process, gone }
    process.onMessage((message) => {
      this.#heard(process, message)
    })
    this.#become({ name: 'starting' })
  }

  async restart(): Promise<void> {
    await this.#stop()
    this.#backOff.reset()
    this.start()
  }

  /** Stops it for good. */
  async shutDown(): Promise<void> {
    this.#over = true
    await this.#stop()
  }

  async #stop(): Promise<void> {
    this.#callOff()
    this.#become({ name: 'stopped' })
    if (!this.#child) return
    const { process, gone } = this.#child
    process.stop()
    this.#killLater(process)
    await gone
  }

  #heard(process: ServerChild, message: unknown): void {
    const heard = serverMessage.safeParse(message)
    if (!heard.success || this.#state.name === 'stopped') return
    if (heard.data.type === 'failed') {
      this.#failure = heard.data.message
      this.#killLater(process)
      return
    }
    this.#failure = null
    this.#become({ name: 'running', ready: heard.data, sinceMs: this.#timers.nowMs() })
  }

  #exited(code: number): void {
    this.#child = undefined
    this.#callOff()
    this.#exitCode = code
    const state = this.#state
    if (state.name === 'stopped') return
    const now = this.#timers.nowMs()
    const delay = this.#backOff.next(state.name === 'running' ? now - state.sinceMs : 0)
    this.#callOff = this.#timers.after(delay, () => {
      this.start()
    })
    this.#become({ name: 'waiting', untilMs: now + delay })
  }

  #killLater(process: ServerChild): void {
    this.#callOff()
    this.#callOff = this.#timers.after(STOP_MS, () => {
      process.kill()
    })
  }

  #become(state: State): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
