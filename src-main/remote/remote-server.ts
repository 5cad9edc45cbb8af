import type { Problem, ServerStatus } from '../contract/shell.ts'
import { inBackground } from '../faults/guarded.ts'
import { BackOff } from '../server-process/back-off.ts'
import type { Timers } from '../server-process/timers.ts'
import type { SavedServer } from '../settings/shell-settings.ts'
import type { ConsoleSource, ShownConsole } from '../source/console-source.ts'
import { Listeners } from '../source/listeners.ts'

/** The result of a check. `failure` has details when the server answered, but not as a console. */
export type ConsoleCheck =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly problem: 'unreachable' | 'other_certificate'
      readonly failure: string | null
    }

const FAILED: ConsoleCheck = { ok: false, problem: 'unreachable', failure: null }

type State =
  | { readonly name: 'starting' | 'running' | 'stopped' }
  | {
      readonly name: 'waiting'
      readonly untilMs: number
      readonly problem: Problem
      readonly failure: string | null
    }

/**
 * A remote server: checked until it is reachable, then shown. While it is shown, a page that fails to load
 * reveals that it is gone.
 */
export class RemoteServer implements ConsoleSource {
  readonly #server: SavedServer
  readonly #timers: Timers
  readonly #check: () => Promise<ConsoleCheck>
  readonly #backOff = new BackOff()
  readonly #listeners = new Listeners()
  #state: State = { name: 'stopped' }
  #callOff = (): void => undefined
  /** The number of the latest check. The result of an earlier one is ignored. */
  #turn = 0
  #over = false

  constructor(server: SavedServer, timers: Timers, check: () => Promise<ConsoleCheck>) {
    this.#server = server
    this.#timers = timers
    this.#check = check
  }

  get ready(): ShownConsole | undefined {
    return this.#state.name === 'running' ? { consoleUrl: this.#server.origin } : undefined
  }

  get status(): ServerStatus {
    const state = this.#state
    const waiting = state.name === 'waiting' ? state : undefined
    return {
      state: state.name,
      remote: this.#server.name,
      publicUrl: null,
      retryInMs: waiting === undefined ? null : Math.max(0, waiting.untilMs - this.#timers.nowMs()),
      failure: waiting?.failure ?? null,
      failureZh: null,
      problem: waiting?.problem ?? null,
      port: null,
      exitCode: null,
    }
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener)
  }

  start(): void {
    if (this.#over) return
    this.#callOff()
    this.#become({ name: 'starting' })
    const turn = ++this.#turn
    inBackground('remote server', this.#look(turn))
  }

  async #look(turn: number): Promise<void> {
    // A check that fails in an unknown way must not be the last one.
    const found = await this.#check().catch(() => FAILED)
    if (turn === this.#turn && !this.#over) this.#found(found)
  }

  async restart(): Promise<void> {
    this.#backOff.reset()
    this.start()
  }

  /** Called when one of its pages couldn't be loaded. */
  loadFailed(): void {
    if (this.#state.name === 'running') this.start()
  }

  async shutDown(): Promise<void> {
    this.#over = true
    this.#callOff()
    this.#become({ name: 'stopped' })
  }

  #found(found: ConsoleCheck): void {
    if (found.ok) {
      this.#backOff.reset()
      this.#become({ name: 'running' })
      return
    }
    const delay = this.#backOff.next(0)
    this.#callOff = this.#timers.after(delay, () => {
      this.start()
    })
    const { problem, failure } = found
    this.#become({ name: 'waiting', untilMs: this.#timers.nowMs() + delay, problem, failure })
  }

  #become(state: State): void {
    this.#state = state
    this.#listeners.tell()
  }
}
