import type { Problem, ServerStatus } from '../contract/shell.ts'
import { inBackground } from '../faults/guarded.ts'
import type { ConsoleSource } from '../source/console-source.ts'
import { Listeners } from '../source/listeners.ts'
import { BackOff } from './back-off.ts'
import { BackupOrders } from './backup-orders.ts'
import { Heartbeat } from './heartbeat.ts'
import {
  type ServerFailed,
  type ServerReady,
  serverMessage,
  type ServerState,
  type ToServer,
} from './messages.ts'
import type { Timers } from './timers.ts'

/**
 * A server that was asked to stop is killed after this time, because the desktop promises to end within 5 s.
 */
const STOP_MS = 4_500

export interface ServerChild {
  onMessage(listener: (message: unknown) => void): void
  onExit(listener: (code: number) => void): void
  send(message: ToServer): void
  kill(): void
}

/** A run of the server that ended without a request. */
export interface LostRun {
  readonly exitCode: number
  /** 0 when it never started to serve. */
  readonly servedMs: number
  readonly failure: string | null
  readonly problem: Problem | null
}

export interface ServerProcessParts {
  /**
   * @param movePort the public port from now on, when the user chose another one
   * @param takeData a folder whose data the server moves to its own folder first
   */
  readonly fork: (movePort: number | undefined, takeData: string | undefined) => ServerChild
  /** This machine's key. Undefined where there is no keychain. */
  readonly machineKey: () => Promise<string | undefined>
  readonly timers: Timers
  readonly lost: (run: LostRun) => void
}

type State =
  | { readonly name: 'starting' | 'stopped' }
  | { readonly name: 'running'; readonly ready: ServerReady; readonly sinceMs: number }
  | { readonly name: 'waiting'; readonly untilMs: number }

interface Child {
  readonly process: ServerChild
  readonly heartbeat: Heartbeat
  readonly gone: Promise<void>
}

/**
 * Keeps the server running: starts it, checks that it answers, restarts it when it ends, and stops it on
 * request.
 */
export class ServerProcess implements ConsoleSource {
  readonly #parts: ServerProcessParts
  readonly #backOff = new BackOff()
  readonly #backups: BackupOrders
  readonly #listeners = new Listeners()
  #state: State = { name: 'stopped' }
  #summary: ServerState | undefined
  #child: Child | undefined
  #callOff = (): void => undefined
  #failed: Omit<ServerFailed, 'type'> | undefined
  #silent = false
  #exitCode: number | null = null
  #movePort: number | undefined
  #takeData: string | undefined
  #over = false
  #dataFolder: string | undefined

  constructor(parts: ServerProcessParts) {
    this.#parts = parts
    this.#backups = new BackupOrders(parts.timers)
  }

  /** The server's addresses, while it runs. */
  get ready(): ServerReady | undefined {
    return this.#state.name === 'running' ? this.#state.ready : undefined
  }

  /** The data folder of the last run that named it. */
  get dataFolder(): string | undefined {
    return this.#dataFolder
  }

  /** The server's last summary, while it runs. */
  get summary(): ServerState | undefined {
    return this.#summary
  }

  get status(): ServerStatus {
    const state = this.#state
    return {
      state: state.name,
      remote: null,
      publicUrl: this.#summary?.publicUrl ?? this.ready?.publicUrl ?? null,
      publicReach: this.#summary?.publicReach ?? this.ready?.publicReach ?? 'public',
      retryInMs: state.name === 'waiting' ? Math.max(0, state.untilMs - this.#parts.timers.nowMs()) : null,
      failure: this.#failed?.message ?? null,
      failureZh: this.#failed?.messageZh ?? null,
      problem: this.#problem,
      port: this.#failed?.port ?? null,
      exitCode: this.#exitCode,
    }
  }

  get #problem(): Problem | null {
    return this.#silent ? 'silent' : (this.#failed?.reason ?? null)
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener)
  }

  start(): void {
    if (this.#child || this.#over) return
    this.#callOff()
    const process = this.#parts.fork(this.#movePort, this.#takeData)
    this.#takeData = undefined
    const gone = new Promise<void>((done) => {
      process.onExit((code) => {
        this.#exited(code)
        done()
      })
    })
    const heartbeat = new Heartbeat(
      this.#parts.timers,
      () => {
        process.send({ type: 'ping' })
      },
      () => {
        this.#silent = true
        process.kill()
      },
    )
    this.#child = { process, heartbeat, gone }
    process.onMessage((message) => {
      this.#receive(process, message)
    })
    this.#become({ name: 'starting' })
  }

  async restart(): Promise<void> {
    await this.#stop()
    this.#backOff.reset()
    this.start()
  }

  /** Stops until the next start: the user switched this machine's server off. */
  async halt(): Promise<void> {
    await this.#stop()
  }

  /** Restarts with another public port, which the server's settings keep. */
  async movePort(port: number): Promise<void> {
    this.#movePort = port
    // The old port's problem doesn't apply to the new port.
    this.#failed = undefined
    await this.restart()
  }

  /** Restarts with the data of another folder, which is moved once. The present data is set aside. */
  async takeData(folder: string): Promise<void> {
    this.#takeData = folder
    await this.restart()
  }

  /** Tells the server that the machine slept and woke. */
  resumed(): void {
    this.#child?.process.send({ type: 'resumed' })
  }

  /** Makes the server copy its data. Rejects when there is no copy, also because the server doesn't run. */
  async backUp(): Promise<void> {
    const child = this.#child
    if (this.ready === undefined || child === undefined) throw new Error('the server does not run')
    await this.#backups.ask((id) => {
      child.process.send({ type: 'back_up', id })
    })
  }

  /** Stops the server for good. */
  async shutDown(): Promise<void> {
    this.#over = true
    await this.#stop()
  }

  async #stop(): Promise<void> {
    this.#callOff()
    this.#become({ name: 'stopped' })
    if (!this.#child) return
    const { process, heartbeat, gone } = this.#child
    heartbeat.stop()
    process.send({ type: 'stop' })
    this.#killLater(process)
    await gone
  }

  #receive(process: ServerChild, message: unknown): void {
    const received = serverMessage.safeParse(message)
    if (!received.success || this.#state.name === 'stopped') return
    switch (received.data.type) {
      case 'failed':
        this.#failed = received.data
        this.#dataFolder = received.data.data ?? this.#dataFolder
        this.#killLater(process)
        break
      case 'machine_key_wanted':
        inBackground('machine key', this.#sendMachineKey(process))
        break
      case 'pong':
        this.#child?.heartbeat.answered()
        break
      case 'backed_up':
        this.#backups.answered(received.data)
        break
      case 'state':
        this.#summary = received.data
        this.#listeners.tell()
        break
      case 'ready':
        this.#failed = undefined
        this.#dataFolder = received.data.data
        this.#silent = false
        this.#child?.heartbeat.start()
        this.#become({ name: 'running', ready: received.data, sinceMs: this.#parts.timers.nowMs() })
    }
  }

  async #sendMachineKey(process: ServerChild): Promise<void> {
    const key = await this.#parts.machineKey()
    process.send({ type: 'machine_key', key: key ?? null })
  }

  #exited(code: number): void {
    this.#child?.heartbeat.stop()
    this.#child = undefined
    this.#callOff()
    this.#backups.lost()
    this.#exitCode = code
    const state = this.#state
    if (state.name === 'stopped') return
    const { timers, lost } = this.#parts
    const now = timers.nowMs()
    const servedMs = state.name === 'running' ? now - state.sinceMs : 0
    lost({ exitCode: code, servedMs, failure: this.#failed?.message ?? null, problem: this.#problem })
    const delay = this.#backOff.next(servedMs)
    this.#callOff = timers.after(delay, () => {
      this.start()
    })
    this.#become({ name: 'waiting', untilMs: now + delay })
  }

  #killLater(process: ServerChild): void {
    this.#callOff()
    this.#callOff = this.#parts.timers.after(STOP_MS, () => {
      process.kill()
    })
  }

  #become(state: State): void {
    this.#state = state
    if (state.name !== 'running') this.#summary = undefined
    this.#listeners.tell()
  }
}
