import { expect } from 'vitest'
import type { ApiReply } from '../support/runtime-client.ts'
import { LicenceDesk, type RecordChoice, type WorthEdit } from './licence-desk.ts'
import type { FirstCode, History, Step } from './licence-history.ts'
import { UNIT_SECONDS } from './licence-history.ts'
import {
  DAY,
  FOREVER,
  isEndless,
  LicenceModel,
  type Expected,
  type ModelCode,
  type ModelRecord,
} from './licence-model.ts'
import type { LicenceWorld } from './licence-world.ts'

type Row = Readonly<Record<string, unknown>>

const vipOf = ({ msg, vip }: ApiReply): number => Number(typeof msg === 'object' ? msg['vip'] : vip)

/** One application with its codes and trading accounts, on the server and in the model. */
export class LicenceCheck {
  readonly world: LicenceWorld
  readonly app: number
  readonly model: LicenceModel
  readonly desk: LicenceDesk
  /** Those that the rules still say something about. */
  codes: ModelCode[] = []
  readonly #accounts: number
  readonly #ids = new Map<string, number>()
  #board: readonly Row[] = []
  /** What was done so far, for the one who reads a failure. */
  readonly #told: string[] = []

  constructor(world: LicenceWorld, app: number, history: History) {
    this.world = world
    this.app = app
    const { accounts, deviceCheck, autoTrial } = history
    this.#accounts = accounts
    this.model = new LicenceModel({ deviceCheck, autoTrial, trialSeconds: 2 * DAY }, () => world.now)
    this.desk = new LicenceDesk(this.model)
  }

  /** Makes the application and its first codes. */
  static async start<T extends LicenceCheck>(
    this: new (world: LicenceWorld, app: number, history: History) => T,
    world: LicenceWorld,
    history: History,
  ): Promise<T> {
    const { deviceCheck, autoTrial } = history
    const app = await world.application({
      device_check: deviceCheck,
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
  #make(kami: string, { worth, agent, usedFor }: FirstCode): Row {
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
    this.model.codes.set(kami, code)
    this.codes.push(code)
    return { kami, ...worth, agent: code.agent, markcode: account, use_time: since, end_time: code.end }
  }

  begin(step: Step): void {
    this.#told.push(JSON.stringify(step))
  }

  code(pick: number): ModelCode {
    return this.codes[pick % this.codes.length]!
  }

  account(pick: number): string {
    return `${7001 + (pick % this.#accounts)}@Demo ${this.app}`
  }

  place(pick: number): string {
    return pick % 5 < 2 ? `PC-${pick % 5}` : this.account(pick % 5)
  }

  idOf({ key }: ModelRecord): number {
    const row = this.#board.find((one) => one['account_key'] === key)
    if (row === undefined) throw new Error(`no record of ${key}`)
    return Number(row['id'])
  }

  idOfCode({ kami }: ModelCode): number {
    return this.#ids.get(kami)!
  }

  /** The rules say nothing more about this code. */
  forget(code: ModelCode): void {
    this.codes = this.codes.filter((one) => one !== code)
    // A history needs a code.
    if (this.codes.length === 0) this.codes.push(code)
  }

  same(got: unknown, wanted: unknown, what: string): void {
    expect(got, `${what}\n${this.#told.join('\n')}`).toEqual(wanted)
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

  /** @param pasted with what a chat or a file adds around a code and a trading account */
  async login({ kami }: ModelCode, place: string, pasted = false): Promise<ApiReply> {
    const record = this.model.records.get(place)
    const markcode = pasted && place.includes('@') ? ` ${place.replace('@', ' @ ')}` : place
    const reply = await this.api('kmlogon', { kami: pasted ? `\u200b ${kami}\r\n` : kami, markcode })
    this.#told.push(`kmlogon ${kami} ${place}: ${reply.code} ${vipOf(reply)} at ${this.model.now}`)
    this.answers(reply, this.model.kmlogon(kami, place))
    if (record?.disabled && !this.model.freeMode && reply.code === 114)
      this.same(reply.msg, record.reason, 'reason')
    return reply
  }

  async mt5logon(account: string): Promise<void> {
    const reply = await this.api('mt5logon', { account_key: account })
    this.answers(reply, this.model.mt5logon(account))
    if (reply.code === 200) this.same(reply['license'], this.model.records.get(account)?.license, 'license')
  }

  async pulse(account: string): Promise<void> {
    const reply = await this.api('mt5pulse', { account_key: account, equity: '1000', positions: '0' })
    const expected = this.model.mt5pulse(account)
    this.answers(reply, expected)
    this.same(reply['telemetry_ok'], expected.codes[0] === 200 ? 1 : 0, 'telemetry_ok')
  }

  async setFreeMode(on: boolean): Promise<void> {
    await this.world.act('app_update', { app: this.app, free_mode: on })
    this.desk.setFreeMode(on)
    // Records of an earlier free mode begin anew with their next logon.
    if (on) for (const { key } of [...this.model.records.values()]) await this.mt5logon(key)
  }

  /** An edit of a code that may have acted: the preview names what becomes of its record. */
  async changeCode(code: ModelCode, act: string, change: object, choice: RecordChoice): Promise<void> {
    const input = { ids: [this.idOfCode(code)], ...change, record: choice }
    const preview = await this.world.act(act, { ...input, dry_run: true })
    const record = this.desk.recordOf(code)
    const from = record?.vip
    const { done } = await this.world.act(act, input)
    this.same(done, 1, act)
    this.desk.refund(code, choice)
    this.#previewed(preview, record, from)
  }

  async editCode(code: ModelCode, edit: WorthEdit, change: object): Promise<void> {
    const input = { ids: [this.idOfCode(code)], ...change }
    const preview = await this.world.act('code_update', { ...input, dry_run: true })
    const record = this.desk.recordOf(code)
    const from = record?.vip
    const { done } = await this.world.act('code_update', input)
    this.same(done, this.desk.edit(code, edit) ? 1 : 0, 'code_update')
    this.#previewed(preview, record, from)
  }

  /** A preview names a record that changes, with both ends; one that stays is left out, or stays in it too. */
  #previewed(preview: Row, record: ModelRecord | undefined, from: number | undefined): void {
    const { rows } = preview['records'] as { readonly rows: readonly Row[] }
    const changed = rows.filter((row) => row['from'] !== row['to'])
    const isSame = record === undefined || record.vip === from
    this.same(
      changed.map((row) => [row['account_key'], row['from'], row['to']]),
      isSame ? [] : [[record.key, from, record.vip]],
      'records of the preview',
    )
  }

  /** Takes over what several answers at once leave open. */
  async adopt(record: ModelRecord): Promise<void> {
    await this.read()
    const row = this.#board.find((one) => one['account_key'] === record.key)!
    const isOfCode = this.desk.codesOf(record.key).some(({ kami }) => kami === row['license'])
    if (isOfCode) record.license = String(row['license'])
    if (row['agent'] !== null) record.agent = Number(row['agent'])
  }

  /** Whether the full time of a code that was edited in use is the edited one is left open. */
  async adoptWorths(codes: readonly ModelCode[]): Promise<void> {
    const rows = await this.world.rows('code_list', { filter: { app: this.app } })
    for (const code of codes) {
      code.seconds = Number(rows.find((row) => row['kami'] === code.kami)?.['seconds'])
      code.isEdited = false
    }
  }

  async approve(kind: string, isMeant: (row: Row) => boolean, more: object = {}) {
    const rows = await this.world.rows('auth_request_list', {
      filter: { app: this.app, state: 'pending', kind },
    })
    const row = rows.find(isMeant)
    if (row === undefined) throw new Error(`no ${kind} is asked for`)
    return this.world.try('auth_request_handle', { id: row['id'], decision: 'approve', ...more })
  }

  async approveRebind(from: string, to: string): Promise<void> {
    const words = { contact: 'customer', reason: 'another broker', product: String(this.app) }
    const { code } = await this.world.visit('request_device_rebind', { old_key: from, new_key: to, ...words })
    this.same(code, 200, 'request_device_rebind')
    this.same((await this.approve('rebind', (row) => row['subject'] === from)).code, 200, 'approval')
  }

  async read(): Promise<void> {
    this.#board = await this.world.rows('device_list', { filter: { app: this.app } })
  }

  /** The board and the list of codes against the model. */
  async compare(): Promise<void> {
    await this.read()
    const { now } = this.model
    const byKey = (rows: readonly Row[]) =>
      [...rows].sort((a, b) => (String(a['key']) < String(b['key']) ? -1 : 1))
    this.same(
      byKey(
        this.#board.map(({ account_key: key, vip, license, agent, disabled, state }) => ({
          key,
          vip,
          license,
          agent,
          disabled,
          state,
        })),
      ),
      byKey(
        [...this.model.records.values()].map(({ key, vip, license, agent, disabled }) => ({
          key,
          vip,
          license,
          agent,
          disabled,
          state: disabled ? 'disabled' : vip > now ? 'active' : 'expired',
        })),
      ),
      'the board',
    )
    const listed = await this.world.rows('code_list', { filter: { app: this.app } })
    for (const { kami, account, left, disabled, recycledAt, type } of this.codes) {
      const row = listed.find((one) => one['kami'] === kami)
      if (recycledAt !== null) continue
      const counts = type === 'count' || type === 'points'
      this.same(
        { account: row?.['account_key'], left: row?.['left'] ?? 0, disabled: row?.['disabled'] },
        { account, left: counts ? left : 0, disabled },
        `the code ${kami}`,
      )
    }
  }

  /** What the customers' page says of a code. */
  async query({ kami, account, acted, firstUse, end, type, disabled }: ModelCode): Promise<void> {
    const { code, msg, text } = await this.world.visit('query_km', { card: kami })
    this.same(code, 200, `query_km ${kami}: ${text}`)
    const { expires_at: expires, no_unbind: obstacle } = msg as Row
    const record = acted === undefined ? undefined : this.desk.recordOf(this.model.codes.get(kami)!)
    if (record !== undefined) this.same(expires, record.vip, `end of ${kami}`)
    else if (account === '' && type !== 'points') {
      const isForEver = isEndless(this.model.codes.get(kami)!)
      this.same(expires, firstUse === null ? null : isForEver ? FOREVER : end, `end of ${kami}`)
    }
    if (record !== undefined && !disabled) this.same(obstacle, 'account', `obstacle of ${kami}`)
  }

  /** Each code from several places, one after another: it serves one of them, and all doors say the same. */
  async end(): Promise<void> {
    if (this.model.freeMode) await this.setFreeMode(false)
    const places = [0, 2, 3].map((pick) => this.place(pick))
    const followed = this.codes.filter(({ recycledAt }) => recycledAt === null)
    await Promise.all(followed.map((code) => this.query(code)))
    for (const code of followed) {
      this.begin({ do: 'note', code: this.codes.indexOf(code) })
      const own = code.account || code.machine
      let served = new Set<string>()
      for (const place of own === '' ? places : [own, ...places]) {
        // The binding of a VIP code moves from computer to computer, and to a trading account for ever.
        const moves = code.type === 'vip' && code.account === ''
        const { code: answer } = await this.login(code, place)
        if (answer === 200) served = new Set(moves ? [place] : [...served, place])
      }
      if (this.model.settings.deviceCheck) expect(served.size).toBeLessThanOrEqual(1)
    }
    for (const pick of [0, 1, 2]) {
      await this.mt5logon(this.account(pick))
      await this.pulse(this.account(pick))
    }
    await this.compare()
  }
}
