import { LicenceCodeSteps } from './licence-code-steps.ts'
import { DAY, FOREVER } from './licence-model.ts'
import { isOfAccount, type ModelCode, type ModelRecord } from './licence-parts.ts'
import type { Step } from './licence-history.ts'

/** The server deletes recycled codes after 30 days: histories are shorter. */
const MOST_DAYS_IN_BIN = 29

/** Carries out a history, each step on the server and in the model, and compares the two. */
export class LicenceRun extends LicenceCodeSteps {
  async do(step: Step): Promise<void> {
    this.begin(step)
    this.count(step.do)
    await this.#carryOut(step)
    await this.compare()
  }

  async #carryOut(step: Step): Promise<void> {
    switch (step.do) {
      case 'login':
        await this.login(this.code(step.code), this.place(step.place), step.place >= 6)
        return
      case 'unmachine': {
        const [{ kami }, place] = [this.code(step.code), this.place(step.place)]
        const reply = await this.api('kmunmachine', { kami, markcode: place })
        this.answers(reply, this.model.kmunmachine(kami, place))
        return
      }
      case 'together':
        return this.#together(this.account(step.account))
      case 'mt5logon':
        return this.mt5logon(this.account(step.account))
      case 'pulse':
        return this.pulse(this.account(step.account))
      case 'pass':
        return this.#pass(step.seconds)
      case 'restart':
        return this.world.restart()
      case 'several':
        this.model.severalAccounts = !this.model.severalAccounts
        await this.world.act('app_update', { app: this.app, several_accounts: this.model.severalAccounts })
        return
      case 'rename':
        return this.#rename()
      case 'crowd':
        return this.#crowd(this.code(step.code))
      case 'free':
        return this.setFreeMode(!this.model.freeMode)
      case 'extend':
      case 'end':
      case 'convert':
      case 'disable':
      case 'recycle':
      case 'enable':
      case 'restore':
      case 'unbind':
      case 'note':
      case 'attribute':
      case 'resize':
      case 'askUnbind':
      case 'approveUnbind':
        return this.onCode(this.#worthActingOn(step), step)
      case 'create':
        return this.#create(this.account(step.account), step.seconds)
      default: {
        const record = this.model.records.get(this.account(step.account))
        return record === undefined ? undefined : this.#onRecord(record, step)
      }
    }
  }

  /** Most acts have an effect: they go to codes that acted on a record, or are out of use. */
  #worthActingOn(step: Extract<Step, { code: number }>): ModelCode {
    const isOut = (code: ModelCode) => code.disabled || code.recycledAt !== null
    const wanted = this.codes.filter((code) => {
      if (step.do === 'enable' || step.do === 'restore') return isOut(code)
      return !isOut(code) && this.vendor.recordsOf(code).length > 0
    })
    if (this.isExact || step.code > 8 || wanted.length === 0) return this.code(step.code)
    return wanted[step.code % wanted.length]!
  }

  async #pass(seconds: number): Promise<void> {
    const { now } = this.model
    const oldest = Math.min(now, ...this.codes.map(({ recycledAt }) => recycledAt ?? now))
    const most = oldest + MOST_DAYS_IN_BIN * DAY - now
    if (most > 0) this.world.server.clock.pass(Math.min(seconds, most))
  }

  /** Several new codes at once for one account: each adds its time. */
  async #together(account: string): Promise<void> {
    const fresh = this.codes.filter(
      (code) => code.type === 'time' && code.firstUse === null && code.end === null && !isOfAccount(code),
    )
    const replies = await Promise.all(
      fresh.map(({ kami }) => this.api('kmlogon', { kami, markcode: account })),
    )
    const expected = fresh.map(({ kami }) => this.model.kmlogon(kami, account))
    const sorted = (codes: readonly number[]) => [...codes].sort((a, b) => a - b)
    this.same(
      sorted(replies.map(({ code }) => code)),
      sorted(expected.map(({ codes }) => codes[0] ?? 0)),
      'answers of logins at once',
    )
    const record = this.model.records.get(account)
    // The code that logs in first names the licence, and its agent gets the record.
    if (record !== undefined && fresh.length > 0) await this.adopt(record)
  }

  /**
   * Every account logs in at once: as many get seats as are free. The server chooses the order, which decides also who
   * gets the last uses of a count code.
   */
  async #crowd(code: ModelCode): Promise<void> {
    const { kami, type } = code
    if (type === 'count') return
    const keys = [0, 1, 2].map((pick) => this.account(pick)).filter((key, at, all) => all.indexOf(key) === at)
    const replies = await Promise.all(keys.map((key) => this.api('kmlogon', { kami, markcode: key })))
    const order = keys.map((key, at) => ({ key, reply: replies[at]! }))
    // Seats that are gone refuse the last ones. Other refusals take no seat.
    const turn = ({ reply }: (typeof order)[number]) => [200, 150].indexOf(reply.code)
    for (const { key, reply } of order.sort((a, b) => turn(a) - turn(b)))
      this.answers(reply, this.model.kmlogon(kami, key))
  }

  /** The broker renames its server: all accounts and their codes move. */
  async #rename(): Promise<void> {
    const from = this.serverName
    const to = from.endsWith(' B') ? from.slice(0, -2) : `${from} B`
    await this.world.act('server_rename', { app: this.app, from, to })
    this.serverName = to
    this.vendor.rename((key) => key.replace(from, to))
  }

  async #create(key: string, seconds: number): Promise<void> {
    const vip = Math.max(0, this.model.now + seconds)
    const reply = await this.world.try('device_create', { app: this.app, account_key: key, vip })
    const isThere = this.model.records.has(key)
    this.same(reply.code, isThere ? 409 : 200, 'device_create')
    if (!isThere) this.model.makeRecord(key, { vip, license: '', agent: null })
  }

  async #onRecord(record: ModelRecord, step: Step): Promise<void> {
    const id = this.idOf(record)
    const change = async (fields: object) => {
      await this.world.act('device_update', { id, ...fields })
    }
    const { now } = this.model
    switch (step.do) {
      case 'setEnd': {
        // Only free mode changes the end of its own records.
        if (record.license === 'FREE') return
        record.vip = Math.max(0, now + step.seconds)
        return change({ vip: record.vip })
      }
      case 'permit': {
        const isHeld = this.model.parts.some(
          ({ acted }) => acted?.record === record && acted.gave === FOREVER,
        )
        if (record.license === 'FREE' || isHeld) return
        record.vip = FOREVER
        return change({ vip: FOREVER })
      }
      case 'lengthen': {
        if (record.license === 'FREE') return
        await this.world.act('device_extend', { ids: [id], seconds: step.seconds })
        if (record.vip < FOREVER) record.vip = Math.max(now, record.vip) + step.seconds
        return
      }
      case 'stop':
        Object.assign(record, { disabled: true, reason: 'unpaid' })
        return change({ disabled: true, disable_reason: 'unpaid' })
      case 'go':
        record.disabled = false
        return change({ disabled: false })
      case 'license':
        if (record.license === 'FREE') return
        record.license = 'GOLD'
        return change({ license: 'GOLD' })
      case 'recordAgent':
        record.agent = this.world.agents[1]
        return change({ agent: record.agent })
      case 'delete':
        return this.#delete(record, step.codes)
      case 'move':
      case 'rebind':
        return this.#move(record, this.account(step.to), step.do)
      default:
        throw new Error(`${step.do} is no act on a record`)
    }
  }

  async #delete(record: ModelRecord, codes: 'spent' | 'free'): Promise<void> {
    const input = { ids: [this.idOf(record)], codes }
    const used = this.vendor.codesOf(record.key)
    const preview = await this.world.act('device_delete', { ...input, dry_run: true })
    // The rules leave open whether codes in the recycle bin count, and what happens to them.
    const inBin = used.filter(({ recycledAt }) => recycledAt !== null)
    if (inBin.length === 0) this.same(preview['codes'], used.length, 'codes of the preview')
    await this.world.act('device_delete', input)
    this.vendor.deleteRecord(record, codes)
    for (const { kami } of inBin) this.forget(this.model.codes.get(kami)!)
    const edited = used.filter(({ isEdited }) => isEdited)
    if (codes === 'free') await this.adoptWorths(edited.map(({ kami }) => this.model.codes.get(kami)!))
  }

  async #move(record: ModelRecord, to: string, by: 'move' | 'rebind'): Promise<void> {
    if (to === record.key) return
    const isTaken = this.model.records.has(to)
    if (by === 'move' || isTaken || record.disabled || this.model.freeMode) {
      const reply = await this.world.try('device_move', { id: this.idOf(record), account_key: to })
      this.same(reply.code, isTaken ? 409 : 200, 'device_move')
    } else await this.approveRebind(record.key, to)
    this.vendor.move(record, to)
  }
}
