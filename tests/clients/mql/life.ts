import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ActionInput, ActionOutput } from '../../../src-server/contract/actions/index.ts'
import { Terminal, type KitMarks, type TerminalState } from './terminal.ts'
import type { World } from './world.ts'

/** Seconds of one step: the server's clock and the terminal's clock move together. */
const STEP = 5
/** An account, and the terminal that trades it. */
export class Life {
  readonly world: World
  readonly app: number
  account: string
  readonly marks: KitMarks
  readonly files: string
  terminal!: Terminal
  #settings: Readonly<Record<string, string | number>> = {}

  constructor(world: World, app: number, account: string, marks: KitMarks, place = 'first') {
    this.world = world
    this.app = app
    this.account = account
    this.marks = marks
    this.files = join(world.folder, place, account.split('@')[0]!)
    mkdirSync(this.files, { recursive: true })
  }

  /** Starts a terminal, and the program on its chart. */
  async boot(settings = this.#settings, files = this.files): Promise<TerminalState> {
    this.#settings = settings
    this.terminal = new Terminal(this.world.program, files, this.marks)
    this.world.terminals.push(this.terminal)
    await this.terminal.set({ now: this.world.server.clock.now(), ...settings })
    return this.terminal.run('init')
  }

  /** Another terminal of the same account, perhaps with another build of the program. */
  async second(marks: Partial<KitMarks> = {}): Promise<Life> {
    const { world, app, account } = this
    const life = new Life(world, app, account, { ...this.marks, ...marks }, 'second')
    await life.boot(this.#settings)
    return life
  }

  async crash(): Promise<void> {
    await this.terminal.kill()
  }

  run(command: string): Promise<TerminalState> {
    return this.terminal.run(command)
  }

  async pass(seconds: number, step = STEP): Promise<TerminalState> {
    let state: TerminalState | undefined
    const calls: string[] = []
    const prints: string[] = []
    for (let left = seconds; left > 0; left -= step) {
      const now = Math.min(step, left)
      this.world.server.clock.pass(now)
      state = await this.run(`pass ${now}`)
      calls.push(...state.calls)
      prints.push(...state.prints)
    }
    return { ...state!, calls, prints }
  }

  /** Moves both clocks until the state is as awaited. */
  async until(holds: (state: TerminalState) => boolean, what: string): Promise<TerminalState> {
    for (let i = 0; i < 120; i++) {
      const state = await this.pass(STEP)
      if (holds(state)) return state
    }
    throw new Error(
      `in ten minutes the terminal did not come to ${what}:\n${(await this.run('state')).chart}`,
    )
  }

  async device(): Promise<ActionOutput<'device_get'>> {
    const { rows } = await this.world.act('device_list', { filter: { app: this.app } })
    const found = rows.find(({ account_key }) => account_key === this.account)
    if (found === undefined) throw new Error(`there is no account ${this.account}`)
    return this.world.act('device_get', { id: found.id })
  }

  async control(change: Omit<ActionInput<'device_control'>, 'ids' | 'reason'>): Promise<void> {
    const { id } = await this.device()
    await this.world.act('device_control', { ids: [id], ...change })
  }

  async update(change: Omit<ActionInput<'device_update'>, 'id'>): Promise<void> {
    const { id } = await this.device()
    await this.world.act('device_update', { id, ...change })
  }

  /** The latest call of an api by this account. */
  lastSent(api: string): URLSearchParams {
    const found = this.world.sent.findLast(
      (one) => one.api === api && one.body.get('account_key') === this.account,
    )
    if (found === undefined) throw new Error(`nobody called ${api}`)
    return found.body
  }

  /** Moves both clocks until the newest close_all command is in this state. */
  async untilCommand(state: string): Promise<void> {
    for (let i = 0; i < 24; i++) {
      if ((await this.device()).commands[0]?.state === state) return
      await this.pass(STEP)
    }
    throw new Error(`the command is ${(await this.device()).commands[0]?.state}, not ${state}`)
  }
}
