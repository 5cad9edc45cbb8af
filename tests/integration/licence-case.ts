import { expect } from 'vitest'
import type { ApiReply } from '../support/runtime-client.ts'
import { VendorActs } from './vendor-acts.ts'
import type { FirstCode, History, Step } from './licence-history.ts'
import { UNIT_SECONDS } from './licence-history.ts'
import { DAY, LicenceModel, type Expected } from './licence-model.ts'
import { type ModelCode, type ModelRecord } from './licence-parts.ts'
import type { LicenceWorld } from './licence-world.ts'

export type Row = Readonly<Record<string, unknown>>

export const vipOf = ({ msg, vip }: ApiReply): number => Number(typeof msg === 'object' ? msg['vip'] : vip)

/** One application with its codes and trading accounts, on the server and in the model. */
export class LicenceCase {
  readonly world: LicenceWorld
  readonly app: number
  readonly model: LicenceModel
  readonly vendor: VendorActs
  /** Codes and records that the rules still determine. */
  codes: ModelCode[] = []
  readonly #accounts: number
  protected readonly isExact: boolean
  readonly #ids = new Map<string, number>()
  protected board: readonly Row[] = []
  /** The name of the accounts' MT5 server: a rename changes it. */
  serverName: string
  /** The steps so far, for the reader of a failure. */
  protected readonly steps: string[] = []
  /** Counts events that only some histories reach. */
  readonly counts = new Map<string, number>()

  constructor(world: LicenceWorld, app: number, history: History) {
    this.world = world
    this.app = app
    const { accounts, deviceCheck, autoTrial, isExact = false } = history
    this.#accounts = accounts
    this.isExact = isExact
    this.serverName = `Demo ${app}`
    this.model = new LicenceModel({ deviceCheck, autoTrial, trialSeconds: 2 * DAY }, () => world.now)
    this.vendor = new VendorActs(this.model)
  }

  /** Makes the application and its first codes. */
  static async start<T extends LicenceCase>(
    this: new (world: LicenceWorld, app: number, history: History) => T,
    world: LicenceWorld,
    history: History,
  ): Promise<T> {
    const { deviceCheck, autoTrial } = history
    const app = await world.application({
      device_check: deviceCheck,
      several_accounts: true,
      mt5: { enabled: true, auto_trial: autoTrial, trial_seconds: 2 * DAY },
    })
    const run = new this(world, app, history)
    await run.import(history.codes)
    return run
  }

  async import(first: readonly FirstCode[]): Promise<void> {
    const history = this.world.next()
    const rows = first.map((code, at) => this.#make(`H${history}-${at}`, code))
    const { done } = await this.world.act('code_import', { app: this.app, rows })
    this.same(done, rows.length, 'code_import')
    for (const row of await this.world.rows('code_list', { filter: { app: this.app } }))
      this.#ids.set(String(row['kami']), Number(row['id']))
  }

  /** Puts a code into the model. @returns its row of an import */
  #make(kami: string, { worth, agent, usedFor, seats = 1 }: FirstCode): Row {
    const { now } = this.model
    const isUsed = usedFor !== null && worth.type === 'time'
    const seconds = 'unit' in worth ? UNIT_SECONDS[worth.unit] * worth.amount : 0
    const account = isUsed ? this.account(usedFor) : ''
    const since = isUsed ? now - DAY : null
    const code: ModelCode = {
      kami,
      type: worth.type,
      seconds,
      left: 'amount' in worth && !('unit' in worth) ? worth.amount : 0,
      machine: '',
      account,
      firstUse: since,
      end: since === null ? null : since + seconds,
      seats: 1,
      used: [],
      disabled: false,
      recycledAt: null,
      agent: agent ? this.world.agents[0] : null,
      unbinds: 0,
      lastUnbind: null,
      acted: undefined,
      taken: undefined,
      isEdited: false,
      isOpen: false,
    }
    const { end } = code
    this.vendor.resize(code, seats)
    this.model.codes.set(kami, code)
    this.codes.push(code)
    return { kami, ...worth, agent: code.agent, markcode: account, use_time: since, end_time: end, seats }
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }

  begin(step: Step): void {
    this.steps.push(JSON.stringify(step))
  }

  code(pick: number): ModelCode {
    return this.codes[pick % this.codes.length]!
  }

  account(pick: number): string {
    return `${7001 + (pick % this.#accounts)}@${this.serverName}`
  }

  place(pick: number): string {
    return pick % 5 < 2 ? `PC-${pick % 5}` : this.account(pick % 5)
  }

  idOf({ key }: ModelRecord): number {
    const row = this.board.find((one) => one['account_key'] === key)
    if (row === undefined) throw new Error(`no record of ${key}`)
    return Number(row['id'])
  }

  idOfCode({ kami }: ModelCode): number {
    return this.#ids.get(kami)!
  }

  /** The rules leave this code open from now on. */
  forget(code: ModelCode): void {
    this.codes = this.codes.filter((one) => one !== code)
    // A history needs a code.
    if (this.codes.length === 0) this.codes.push(code)
  }

  same(got: unknown, wanted: unknown, what: string): void {
    expect(got, `${what}\n${this.steps.join('\n')}`).toEqual(wanted)
  }

  answers(reply: ApiReply, { codes, vip }: Expected): void {
    const what = `code of the answer ${reply.text}`
    if (codes.length === 1) this.same(reply.code, codes[0], what)
    else this.same(codes.includes(reply.code), true, `${what}: one of ${codes.join(', ')}`)
    if (vip !== undefined && reply.code === 200) this.same(vipOf(reply), vip, 'end of the answer')
  }

  api(api: string, params: Readonly<Record<string, string>>): Promise<ApiReply> {
    return this.world.api(api, this.app, params)
  }

  async read(): Promise<void> {
    this.board = await this.world.rows('device_list', { filter: { app: this.app } })
  }
}
