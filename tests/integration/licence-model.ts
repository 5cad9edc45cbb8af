/** The expected licences, computed independently: nothing comes from the server. Times are Unix seconds. */

export const FOREVER = 4_102_243_200
export const UNLIMITED = 999_999_999
export const HOUR = 3600
export const DAY = 86_400
const COUNT_LOGIN = HOUR
const UNBIND = { interval: DAY, max: 3, seconds: HOUR, uses: 1 } as const

export type CodeType = 'time' | 'permanent' | 'vip' | 'count' | 'points'

/** The record of a trading account. */
export interface ModelRecord {
  key: string
  vip: number
  license: string
  agent: number | null
  disabled: boolean
  reason: string
  isGone: boolean
}

/** What a code did to a record, once. */
interface Acted {
  readonly record: ModelRecord
  /** Seconds; FOREVER without an end. */
  gave: number
  /** The record's end beneath a permanent code; null where that code made the record. */
  before: number | null
}

export interface ModelCode {
  readonly kami: string
  type: CodeType
  seconds: number
  left: number
  /** The computer it is bound to; empty for none. */
  machine: string
  /** The trading account it was used for; empty for none. */
  account: string
  firstUse: number | null
  end: number | null
  disabled: boolean
  recycledAt: number | null
  agent: number | null
  unbinds: number
  lastUnbind: number | null
  acted: Acted | undefined
  /** Seconds that a refund took back; undefined before a refund. */
  taken: number | undefined
  /** The time of the code was edited after its first use. */
  isEdited: boolean
  /** The rules leave open what it gave: it is refunded with `keep` or `end` alone. */
  isOpen: boolean
}

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

/** A code without an end, whatever its type. */
export function isEndless({ type, seconds, end }: ModelCode): boolean {
  return type === 'permanent' || (type === 'vip' && seconds === 0 && end === null)
}

export class LicenceModel {
  readonly codes = new Map<string, ModelCode>()
  readonly records = new Map<string, ModelRecord>()
  readonly settings: Settings
  freeMode = false
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
    if (!this.#serves(code, place)) return answer(150)
    return isAccount(place) ? this.#accountLogon(code, place) : this.#machineLogon(code, place)
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
    for (const { acted, taken } of this.codes.values())
      if (acted?.record === record && acted.gave === FOREVER && taken === undefined)
        Object.assign(acted, { gave: 0, before: null })
  }

  /** A text that the vendor wrote stays. */
  #mayRename({ license, key }: ModelRecord): boolean {
    return ['', 'TRIAL', 'FREE'].includes(license) || this.codes.get(license)?.account === key
  }

  #takeUse(code: ModelCode): void {
    if (code.left !== UNLIMITED) code.left--
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
    if ((code.account || code.machine) !== place) return answer(201)
    if (code.account !== '') return answer(164)
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
