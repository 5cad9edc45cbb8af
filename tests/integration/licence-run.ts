import { LicenceCheck } from './licence-check.ts'
import { DAY, FOREVER, isEndless, type ModelCode, type ModelRecord } from './licence-model.ts'
import { conversionTo, type RecordChoice, type WorthEdit } from './vendor-acts.ts'
import type { Step } from './licence-history.ts'

/** The server deletes recycled codes after 30 days: histories are shorter. */
const MOST_DAYS_IN_BIN = 29

/** Carries out a history, each step on the server and in the model, and compares the two. */
export class LicenceRun extends LicenceCheck {
  /** Unbinds that customers requested, with the computer that held the code then. */
  readonly #asked = new Map<string, { readonly machine: string; readonly at: number }>()

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
      case 'askUnbind':
      case 'approveUnbind':
        return this.#onCode(this.#worthActingOn(step), step)
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
      return !isOut(code) && this.vendor.recordOf(code) !== undefined
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
      ({ type, firstUse, end, account: used }) =>
        type === 'time' && firstUse === null && end === null && used === '',
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
        const isHeld = this.codes.some(({ acted }) => acted?.record === record && acted.gave === FOREVER)
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
    const isOpen = used.some(({ recycledAt }) => recycledAt !== null)
    if (!isOpen) this.same(preview['codes'], used.length, 'codes of the preview')
    await this.world.act('device_delete', input)
    this.vendor.deleteRecord(record, codes)
    for (const code of used) if (code.recycledAt !== null) this.forget(code)
    if (codes === 'free') await this.adoptWorths(used.filter(({ isEdited }) => isEdited))
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

  async #onCode(code: ModelCode, step: Step): Promise<void> {
    switch (step.do) {
      case 'extend':
        return this.#edit(code, { kind: 'extend', seconds: step.seconds }, { extend_seconds: step.seconds })
      case 'end': {
        const end = Math.max(0, this.model.now + step.seconds)
        return this.#edit(code, { kind: 'end', end }, { end_time: end })
      }
      case 'convert':
        return this.#edit(code, conversionTo(step.worth), { convert: step.worth })
      case 'disable':
        if (code.disabled || code.recycledAt !== null) return
        await this.changeCode(code, 'code_update', { disabled: true }, this.#choose(code, step.choice))
        code.disabled = true
        return
      case 'recycle':
        if (code.recycledAt !== null) return
        await this.changeCode(code, 'code_delete', {}, this.#choose(code, step.choice))
        code.recycledAt = this.model.now
        return
      case 'enable':
        if (code.disabled && code.recycledAt === null) await this.#enable(code)
        return
      case 'restore':
        return this.#restore(code)
      case 'note':
        await this.world.act('code_update', { ids: [this.idOfCode(code)], note: `at ${this.model.now}` })
        return
      case 'attribute':
        if (code.recycledAt !== null) return
        code.agent = this.world.agents[1]
        await this.world.act('code_update', { ids: [this.idOfCode(code)], agent: code.agent })
        return
      case 'unbind':
        return this.#unbind(code)
      case 'askUnbind':
        return this.#askUnbind(code)
      case 'approveUnbind':
        return this.#approveUnbind(code)
      default:
        throw new Error(`${step.do} is no act on a code`)
    }
  }

  /** A refund takes nothing where the rules name no amount. */
  #choose(code: ModelCode, choice: RecordChoice): RecordChoice {
    const record = this.vendor.recordOf(code)
    if (record === undefined) return choice
    const wasKept = code.disabled && code.taken === undefined
    const isOthers = choice === 'end' && record.vip === FOREVER && code.acted?.gave !== FOREVER
    const isOpen = choice === 'take_back' && code.isOpen
    return wasKept || isOthers || isOpen ? 'keep' : choice
  }

  async #enable(code: ModelCode): Promise<void> {
    if (this.#isPermanentTwice(code)) return
    await this.world.act('code_update', { ids: [this.idOfCode(code)], disabled: false })
    code.disabled = false
    this.#giveBack(code)
  }

  #giveBack(code: ModelCode): void {
    if ((code.taken ?? 0) > 0 && this.vendor.recordOf(code) !== undefined) this.count('refund taken back')
    this.vendor.giveBack(code)
  }

  /**
   * Out of the bin and, where it was disabled before, enabled: the rules leave open what happens between the
   * two.
   */
  async #restore(code: ModelCode): Promise<void> {
    if (code.recycledAt === null || this.#isPermanentTwice(code)) return
    await this.world.act('code_restore', { ids: [this.idOfCode(code)] })
    code.recycledAt = null
    if (code.disabled) await this.#enable(code)
    else this.#giveBack(code)
  }

  /**
   * A permanent code returns to a record that another code made permanent: the rules leave open which of them
   * holds it.
   */
  #isPermanentTwice(code: ModelCode): boolean {
    return code.taken === FOREVER && this.vendor.recordOf(code)?.vip === FOREVER
  }

  /** Skips edits whose effect on a record the rules leave open. */
  async #edit(code: ModelCode, edit: WorthEdit, change: object): Promise<void> {
    const { acted } = code
    if (code.recycledAt !== null || (acted !== undefined && code.disabled)) return
    const record = this.vendor.recordOf(code)
    if (record !== undefined) {
      const becomesEndless = edit.kind === 'convert' && edit.type !== 'count' && edit.seconds === 0
      const counts = edit.kind === 'convert' && (edit.type === 'count' || edit.type === 'points')
      if (counts || code.type === 'count' || isEndless(code)) return
      if (becomesEndless && record.vip === FOREVER) return
    }
    await this.editCode(code, edit, change)
  }

  async #unbind(code: ModelCode): Promise<void> {
    if (code.recycledAt !== null) return
    const { done, skipped } = await this.world.act('code_unbind', { ids: [this.idOfCode(code)] })
    const isBound = code.account === '' && code.machine !== ''
    this.same(done, isBound ? 1 : 0, 'code_unbind')
    if (code.account !== '')
      this.same(skipped, [{ id: this.idOfCode(code), reason: 'account' }], 'code_unbind')
    code.machine = ''
  }

  async #askUnbind(code: ModelCode): Promise<void> {
    const { kami, machine, account, disabled, recycledAt, firstUse, type } = code
    if (this.model.freeMode || disabled || recycledAt !== null || firstUse === null) return
    if (type === 'vip' || type === 'points' || (machine === '' && account === '')) return
    const words = { card: kami, contact: `customer of ${kami}`, reason: 'new computer' }
    const { code: answer } = await this.world.visit('unbind_km', words)
    this.same(answer, account === '' ? 200 : 164, 'unbind_km')
    if (account === '') this.#asked.set(kami, { machine, at: this.model.now })
  }

  async #approveUnbind(code: ModelCode): Promise<void> {
    const { kami, machine, account, disabled, recycledAt, type } = code
    const asked = this.#asked.get(kami)
    this.#asked.delete(kami)
    if (asked === undefined || this.model.now > asked.at + DAY || this.model.freeMode) return
    if (disabled || recycledAt !== null || type === 'vip' || type === 'points') return
    if (account === '' && machine !== asked.machine) return
    const { code: answer } = await this.approve('unbind', (row) => rowKami(row) === kami, { waive: true })
    this.same(answer, account === '' ? 200 : 409, 'approval of an unbind')
    if (account === '') this.model.free(code)
  }
}

function rowKami(row: Readonly<Record<string, unknown>>): unknown {
  return (row['code'] as { readonly kami: string } | null)?.kami
}
