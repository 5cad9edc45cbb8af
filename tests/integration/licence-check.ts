import { expect } from 'vitest'
import type { ApiReply } from '../support/runtime-client.ts'
import { LicenceCase, vipOf, type Row } from './licence-case.ts'
import type { RecordChoice, WorthEdit } from './vendor-acts.ts'
import { FOREVER } from './licence-model.ts'
import { accountsOf, isEndless, type ModelCode, type ModelRecord } from './licence-parts.ts'

/**
 * The calls of customers and operators, each compared with the model, and all that people see of licences.
 */
export class LicenceCheck extends LicenceCase {
  /** @param pasted with the characters that a chat or a file adds around a code and a trading account */
  async login({ kami }: ModelCode, place: string, pasted = false): Promise<ApiReply> {
    const record = this.model.records.get(place)
    const markcode = pasted && place.includes('@') ? ` ${place.replace('@', ' @ ')}` : place
    const reply = await this.api('kmlogon', { kami: pasted ? `\u200b ${kami}\r\n` : kami, markcode })
    this.steps.push(`kmlogon ${kami} ${place}: ${reply.code} ${vipOf(reply)} at ${this.model.now}`)
    this.answers(reply, this.model.kmlogon(kami, place))
    this.count(`kmlogon ${reply.code}`)
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
    this.vendor.setFreeMode(on)
    // Records of an earlier free mode start anew with their next login.
    if (on) for (const { key } of [...this.model.records.values()]) await this.mt5logon(key)
  }

  /** An edit of a code that may have acted: the preview names the result for its record. */
  async changeCode(code: ModelCode, act: string, change: object, choice: RecordChoice): Promise<void> {
    const input = { ids: [this.idOfCode(code)], ...change, record: choice }
    const preview = await this.world.act(act, { ...input, dry_run: true })
    const before = this.#ends(code)
    const { done } = await this.world.act(act, input)
    this.same(done, 1, act)
    this.vendor.refund(code, choice)
    this.#previewed(preview, before, `refund by ${choice}`)
  }

  async editCode(code: ModelCode, edit: WorthEdit, change: object): Promise<void> {
    const input = { ids: [this.idOfCode(code)], ...change }
    const preview = await this.world.act('code_update', { ...input, dry_run: true })
    const before = this.#ends(code)
    const { done } = await this.world.act('code_update', input)
    this.same(done, this.vendor.edit(code, edit) ? 1 : 0, 'code_update')
    this.#previewed(preview, before, `record follows ${edit.kind}`)
  }

  /** The records that a code acted on, with their ends. */
  #ends(code: ModelCode): Map<ModelRecord, number> {
    const records = this.vendor.recordsOf(code)
    return new Map(records.map((record) => [record, record.vip]))
  }

  /** A preview names each record that changes, with both ends. It may also name records that stay the same. */
  #previewed(preview: Row, before: ReadonlyMap<ModelRecord, number>, what: string): void {
    const { rows } = preview['records'] as { readonly rows: readonly Row[] }
    const named = rows.filter((row) => row['from'] !== row['to'])
    const changed = [...before].filter(([record, from]) => record.vip !== from)
    if (changed.length > 0) this.count(what)
    if (changed.length > 1) this.count(`${what} of several accounts`)
    this.same(
      named.map((row) => [row['account_key'], row['from'], row['to']]).sort(),
      changed.map(([{ key, vip }, from]) => [key, from, vip]).sort(),
      'records of the preview',
    )
  }

  /** Adopts the server's answer where several answers are correct. */
  async adopt(record: ModelRecord): Promise<void> {
    await this.read()
    const row = this.board.find((one) => one['account_key'] === record.key)!
    const isOfCode = this.vendor.codesOf(record.key).some(({ kami }) => kami === row['license'])
    if (isOfCode) record.license = String(row['license'])
    if (row['agent'] !== null) record.agent = Number(row['agent'])
  }

  /** The rules leave open whether the full time of a code that was edited in use is the edited time. */
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

  /** Compares the board and the list of codes with the model. */
  async compare(): Promise<void> {
    await this.read()
    const { now } = this.model
    const byKey = (rows: readonly Row[]) =>
      [...rows].sort((a, b) => (String(a['key']) < String(b['key']) ? -1 : 1))
    this.same(
      byKey(
        this.board.map(({ account_key: key, vip, license, agent, disabled, state }) => ({
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
    for (const code of this.codes) {
      const { kami, account, left, disabled, recycledAt, type, seats } = code
      const row = listed.find((one) => one['kami'] === kami)
      if (recycledAt !== null) continue
      const counts = type === 'count' || type === 'points'
      this.same(
        {
          account: row?.['account_key'],
          left: row?.['left'] ?? 0,
          disabled: row?.['disabled'],
          seats: row?.['seats'],
          used: row?.['seats_used'],
        },
        { account, left: counts ? left : 0, disabled, seats, used: accountsOf(code) },
        `the code ${kami}`,
      )
    }
  }

  /** The answer of the customers' page about a code. */
  async query(code: ModelCode): Promise<void> {
    const { kami, account, firstUse, end, type, disabled, seats, used } = code
    const { code: answer, msg, text } = await this.world.visit('query_km', { card: kami })
    this.same(answer, 200, `query_km ${kami}: ${text}`)
    if (seats > 1 && used.length > 0) {
      const { seats_used: count, no_unbind: obstacle } = msg as Row
      this.same(count, used.length, `seats of ${kami}`)
      if (!disabled) this.same(obstacle, 'account', `obstacle of ${kami}`)
      return
    }
    const { expires_at: expires, no_unbind: obstacle } = msg as Row
    const record = this.vendor.recordOf(code)
    if (record !== undefined) this.same(expires, record.vip, `end of ${kami}`)
    else if (account === '' && type !== 'points') {
      this.same(expires, firstUse === null ? null : isEndless(code) ? FOREVER : end, `end of ${kami}`)
    }
    if (record !== undefined && !disabled) this.same(obstacle, 'account', `obstacle of ${kami}`)
  }

  /** Each code logs in from several places in turn: it serves one of them, and all endpoints agree. */
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
        // The binding of a VIP code moves from computer to computer, and finally to a trading account for
        // good.
        const moves = code.type === 'vip' && code.account === ''
        const { code: answer } = await this.login(code, place)
        if (answer === 200) served = new Set(moves ? [place] : [...served, place])
      }
      if (this.model.settings.deviceCheck) expect(served.size).toBeLessThanOrEqual(code.seats)
    }
    for (const pick of [0, 1, 2]) {
      await this.mt5logon(this.account(pick))
      await this.pulse(this.account(pick))
    }
    await this.compare()
  }
}
