/** The expected licences, computed independently: nothing comes from the server. Times are Unix seconds. */

import {
  isEndless,
  partsOf,
  seatOf,
  settle,
  type Acted,
  type ModelCode,
  type ModelRecord,
} from './licence-parts.ts'

export const FOREVER = 4_102_243_200
export const UNLIMITED = 999_999_999
export const HOUR = 3600
export const DAY = 86_400
const COUNT_LOGIN = HOUR
const UNBIND = { interval: DAY, max: 3, seconds: HOUR, uses: 1 } as const

/** An answer: one of the codes, and the end where the rules determine one. */
export interface Expected {
  readonly codes: readonly number[]
  readonly vip?: number
}

export interface Settings {
  readonly deviceCheck: boolean
  readonly autoTrial: boolean
  readonly trialSeconds: number
}

const answer = (code: number, vip?: number): Expected => ({
  codes: [code],
  ...(vip !== undefined && { vip }),
})
const isAccount = (place: string): boolean => place.includes('@')

export class LicenceModel {
  readonly codes = new Map<string, ModelCode>()
  readonly records = new Map<string, ModelRecord>()
  readonly settings: Settings
  freeMode = false
  /** The application allows several accounts for one code. */
  severalAccounts = true
  readonly #now: () => number

  constructor(settings: Settings, now: () => number) {
    this.settings = settings
    this.#now = now
  }

  get now(): number {
    return this.#now()
  }

  kmlogon(kami: string, place: string): Expected {
    if (this.freeMode) return isAccount(place) ? this.#freeLogon(place) : answer(200, FOREVER)
    const code = this.codes.get(kami)
    if (code === undefined || code.recycledAt !== null) return answer(149)
    if (code.disabled) return answer(151)
    if (code.type === 'points') return answer(167)
    const part = this.#partFor(code, place)
    if (part === undefined || !this.#serves(part, place)) return answer(150)
    if (!isAccount(place)) return this.#machineLogon(code, place)
    const reply = this.#accountLogon(part, place)
    if (part.of !== undefined && part.acted !== undefined && !code.used.includes(part)) {
      code.used = [...code.used, part]
      code.firstUse ??= this.now
      code.machine = ''
      settle(code)
    }
    return reply
  }

  /** The seat of an account, or a free one. A machine is no account, and binds a code that no account uses. */
  #partFor(code: ModelCode, place: string): ModelCode | undefined {
    const { seats, used, machine, type } = code
    if (seats === 1) return code
    if (!isAccount(place)) return used.length === 0 ? code : undefined
    const own = used.filter(({ account }) => account === place)
    if (own.length > 0) return own.find(({ acted }) => acted?.record.isGone !== true) ?? own[0]
    const isBound = machine !== '' && type !== 'vip' && this.settings.deviceCheck
    const isFree = !isBound && used.length < (this.severalAccounts ? seats : 1)
    return isFree ? seatOf(code, {}) : undefined
  }

  /** Every code as each of its accounts has it. */
  get parts(): readonly ModelCode[] {
    return [...this.codes.values()].flatMap(partsOf)
  }

  /** Whether a code belongs to this place or may be bound to it. */
  #serves({ account, machine, type }: ModelCode, place: string): boolean {
    if (account !== '') return account === place
    return machine === '' || machine === place || type === 'vip' || !this.settings.deviceCheck
  }

  /** Without a record the code's own end decides. */
  #machineLogon(code: ModelCode, place: string): Expected {
    const { now } = this
    let vip = FOREVER
    if (code.type === 'count') {
      if (code.left <= 0) return answer(201)
      vip = now + COUNT_LOGIN
      this.#takeUse(code)
    } else if (!isEndless(code)) {
      vip = code.end ?? now + code.seconds
      if (vip <= now) return answer(201)
      code.end = vip
    }
    code.firstUse ??= now
    if (code.machine === '' || code.type === 'vip') code.machine = place
    return answer(200, vip)
  }

  #accountLogon(code: ModelCode, key: string): Expected {
    const record = this.records.get(key)
    if (record?.disabled) return answer(114)
    const { acted } = code
    if (acted === undefined) return this.#act(code, key, record)
    if (record === undefined) return answer(151)
    // Another record replaced the one it acted on: the rules leave open whether the code is spent or answers.
    if (acted.record !== record) return { codes: [151, record.vip > this.now ? 200 : 201] }
    if (code.type === 'count' && record.vip < FOREVER && code.left > 0) {
      this.#takeUse(code)
      record.vip = Math.max(record.vip, this.now + COUNT_LOGIN)
    }
    return this.#fromRecord(record)
  }

  #fromRecord({ vip }: ModelRecord): Expected {
    return vip > this.now ? answer(200, vip) : answer(201)
  }

  /** A code acts on a record once: it makes the record, or adds its time to it. */
  #act(code: ModelCode, key: string, found: ModelRecord | undefined): Expected {
    const { now } = this
    const isUsedElsewhere = code.account !== ''
    if (found?.vip === FOREVER && !isUsedElsewhere) return answer(199)
    const isSpent = code.type === 'count' ? code.left <= 0 : code.end !== null && code.end <= now
    // A code that another server used up for this account counts like the account's record.
    const isRunning = found !== undefined && found.vip > now
    if (isSpent && !(isUsedElsewhere && isRunning)) return answer(201)
    const record = found ?? this.makeRecord(key, { vip: 0, license: '', agent: null })
    const from = Math.max(now, record.vip)
    const acted: Acted = { record, gave: 0, before: found === undefined ? null : record.vip }
    if (code.type === 'count') {
      if (record.vip < FOREVER) this.#takeUse(code)
      record.vip = Math.max(record.vip, now + COUNT_LOGIN)
      code.isOpen = true
    } else if (isEndless(code)) {
      if (record.vip < FOREVER) this.#supersede(record)
      record.vip = FOREVER
      acted.gave = FOREVER
    } else if (isUsedElsewhere) {
      // The other server already gave its time.
      record.vip = Math.max(record.vip, code.end ?? now + code.seconds)
      code.isOpen = true
    } else {
      acted.gave = code.end === null ? code.seconds : code.end - now
      record.vip = Math.min(FOREVER, from + acted.gave)
    }
    if (code.type !== 'count' && !isEndless(code)) code.end ??= now + code.seconds
    code.firstUse ??= now
    code.acted = acted
    if (this.#mayRename(record)) record.license = code.kami
    record.agent ??= code.agent
    code.account = key
    code.machine = ''
    return this.#fromRecord(record)
  }

  /**
   * The vendor gave the record an end after an earlier code made it permanent: that code holds no permanence
   * any more. The code that makes the record permanent again holds it alone.
   */
  #supersede(record: ModelRecord): void {
    for (const { acted, taken } of this.parts)
      if (acted?.record === record && acted.gave === FOREVER && taken === undefined)
        Object.assign(acted, { gave: 0, before: null })
  }

  /** A text that the vendor wrote stays. */
  #mayRename({ license, key }: ModelRecord): boolean {
    const own = this.codes.get(license)
    if (own === undefined) return ['', 'TRIAL', 'FREE'].includes(license)
    return partsOf(own).some(({ account }) => account === key)
  }

  /** Accounts share the uses of a code. */
  #takeUse(code: ModelCode): void {
    const { of = code } = code
    if (of.left !== UNLIMITED) of.left--
  }

  makeRecord(key: string, fields: Pick<ModelRecord, 'vip' | 'license' | 'agent'>): ModelRecord {
    const record: ModelRecord = { key, disabled: false, reason: '', isGone: false, ...fields }
    this.records.set(key, record)
    return record
  }

  /** In free mode a trading account needs no code and still gets a record. */
  #freeLogon(key: string): Expected {
    const record =
      this.records.get(key) ?? this.makeRecord(key, { vip: FOREVER, license: 'FREE', agent: null })
    if (record.disabled) return answer(114)
    if (record.license === 'FREE') record.vip = FOREVER
    return answer(200, FOREVER)
  }

  mt5logon(key: string): Expected {
    if (this.freeMode) return this.#freeLogon(key)
    const { autoTrial, trialSeconds } = this.settings
    const record =
      this.records.get(key) ??
      (autoTrial
        ? this.makeRecord(key, { vip: this.now + trialSeconds, license: 'TRIAL', agent: null })
        : undefined)
    if (record === undefined) return answer(404)
    return record.disabled ? answer(114) : this.#fromRecord(record)
  }

  /** A pulse makes a record in free mode alone. */
  mt5pulse(key: string): Expected {
    if (this.freeMode) return { codes: this.#freeLogon(key).codes }
    const record = this.records.get(key)
    if (record === undefined) return answer(404)
    return record.disabled ? answer(114) : { codes: this.#fromRecord(record).codes }
  }

  kmunmachine(kami: string, place: string): Expected {
    const { now } = this
    if (this.freeMode) return answer(201)
    const code = this.codes.get(kami)
    if (code === undefined || code.recycledAt !== null) return answer(149)
    if (code.disabled) return answer(151)
    const isOfPlace = partsOf(code).some(({ account }) => account === place)
    if (isOfPlace) return answer(164)
    if (code.account !== '' || code.machine !== place) return answer(201)
    if (code.type === 'vip') return answer(202)
    if (code.lastUnbind !== null && now - code.lastUnbind < UNBIND.interval) return answer(201)
    if (code.unbinds >= UNBIND.max) return answer(201)
    if (code.type === 'time') {
      if (code.end === null || code.end - now < UNBIND.seconds || code.end <= now) return answer(201)
      code.end -= UNBIND.seconds
    }
    if (code.type === 'count' && code.left !== UNLIMITED) {
      if (code.left < UNBIND.uses) return answer(201)
      code.left -= UNBIND.uses
    }
    this.free(code)
    return answer(200)
  }

  /** Frees the code of its computer and counts the unbind. */
  free(code: ModelCode): void {
    code.machine = ''
    code.unbinds++
    code.lastUnbind = this.now
  }
}
