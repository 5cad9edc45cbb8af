import { AccountPage, PAGE_SIZE, pageOf } from '../../telemetry/account-page.ts'
import { clearState, localOf, readState } from './account-state.ts'

/** An account's stored row. */
export interface AccountRow {
  readonly deviceId: number
  readonly version: number
  readonly writer: number
  readonly state: Buffer
}

/** Neighbouring accounts in memory, each with the version of the row that it came from. */
export class KnownPage {
  readonly page: AccountPage
  /** 0: there was no row. */
  readonly versions = new Float64Array(PAGE_SIZE)
  /** 1: this copy wrote that row, or there was none. */
  readonly isOwn = new Uint8Array(PAGE_SIZE)
  /** 1: the row is probably still that one. */
  readonly isSure = new Uint8Array(PAGE_SIZE)
  /** The time at which this copy last wrote the row, of the steady clock, milliseconds. */
  readonly storedAt = new Float64Array(PAGE_SIZE).fill(-Infinity)
  /** The time of the latest pulse that came from another copy, as far as this one saw it, Unix seconds. */
  readonly othersAt = new Float64Array(PAGE_SIZE)

  constructor(number: number) {
    this.page = new AccountPage(number)
  }
}

/**
 * The accounts that this copy heard, as it last saw their rows. An account that another copy hears too is read again each
 * time; the others are not.
 */
export class KnownAccounts {
  readonly #pages = new Map<number, KnownPage>()
  #added = 0

  /** The number of accounts that had no row before. */
  get added(): number {
    return this.#added
  }

  of(deviceId: number): KnownPage {
    const number = pageOf(deviceId)
    let known = this.#pages.get(number)
    if (known === undefined) this.#pages.set(number, (known = new KnownPage(number)))
    return known
  }

  isSure(deviceId: number): boolean {
    return this.of(deviceId).isSure[localOf(deviceId)] === 1
  }

  /** The time at which this copy last wrote an account's row, of the steady clock, milliseconds. -Infinity: never. */
  storedAt(deviceId: number): number {
    return this.of(deviceId).storedAt[localOf(deviceId)] ?? -Infinity
  }

  /** Takes an account's row. @param writer this copy */
  take({ deviceId, version, state, ...row }: AccountRow, writer: number): void {
    const known = this.of(deviceId)
    const local = localOf(deviceId)
    readState(known.page, local, state)
    known.versions[local] = version
    const isOwn = row.writer === writer
    known.isOwn[local] = isOwn ? 1 : 0
    if (!isOwn) known.othersAt[local] = known.page.heardAt(local)
  }

  /** Notes that an account has no row. */
  takeNone(deviceId: number): void {
    const known = this.of(deviceId)
    const local = localOf(deviceId)
    clearState(known.page, local)
    known.versions[local] = 0
    known.isOwn[local] = 1
  }

  /** Notes that the rows of accounts are stored as they are in memory. @param now the steady clock, milliseconds */
  stored(ids: readonly number[], now: number): void {
    for (const id of ids) {
      const known = this.of(id)
      const local = localOf(id)
      if (known.versions[local] === 0) this.#added++
      known.storedAt[local] = now
      known.versions[local] = (known.versions[local] ?? 0) + 1
      known.isSure[local] = known.isOwn[local] ?? 0
      // The next pulses add to a row of this copy.
      known.isOwn[local] = 1
    }
    this.#clearEnded(ids)
  }

  /** The rows of these accounts are read again before the next pulses. */
  forget(ids: readonly number[]): void {
    for (const id of ids) this.of(id).isSure[localOf(id)] = 0
    this.#clearEnded(ids)
  }

  /** The pages of accounts, each once. */
  pagesOf(ids: readonly number[]): Set<AccountPage> {
    return new Set(ids.map((id) => this.of(id).page))
  }

  #clearEnded(ids: readonly number[]): void {
    for (const page of this.pagesOf(ids)) {
      page.endedMinutes.clear()
      page.endedDays.clear()
    }
  }
}
