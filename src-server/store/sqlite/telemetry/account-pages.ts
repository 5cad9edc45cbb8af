import type { LatestPulse } from '../../latest-pulse.ts'
import { unpackPulse, type PackedPulses } from '../../pulse-batch.ts'
import { AccountPage, PAGE_SIZE, pageOf, type StoredDayRow } from '../../telemetry/account-page.ts'

/** Each page is stored once in so many seconds, if it changed. */
const ROUND = 120
/** Spreads neighbouring pages over the round. */
const SPREAD = 37

/** The pages of all accounts in memory, and which of them are to be stored when. */
export class AccountPages {
  readonly #pages = new Map<number, AccountPage>()
  /** The changed pages by the second of the round in which they are stored. */
  readonly #changed = Array.from({ length: ROUND }, () => new Set<AccountPage>())
  readonly #due = new Set<AccountPage>()
  #second = 0
  #end = 0

  set(page: AccountPage): void {
    this.#pages.set(page.number, page)
    this.#end = Math.max(this.#end, (page.number + 1) * PAGE_SIZE)
  }

  get(number: number): AccountPage | undefined {
    return this.#pages.get(number)
  }

  /** The pages in the order of their numbers. */
  all(): AccountPage[] {
    return [...this.#pages.values()].sort((a, b) => a.number - b.number)
  }

  /** All ids of accounts are below. */
  endOfIds(): number {
    return this.#end
  }

  /** The page of an account, which is made for a new one. */
  of(deviceId: number): AccountPage {
    const number = pageOf(deviceId)
    const known = this.#pages.get(number)
    if (known !== undefined) return known
    const made = new AccountPage(number)
    this.set(made)
    return made
  }

  /** @param seq the number of the journal entry that has these pulses */
  add(pulses: PackedPulses, seq: number, utcOffset: number, stored: StoredDayRow): void {
    for (let index = 0; index < pulses.count; index++) {
      const pulse = unpackPulse(pulses, index)
      const page = this.of(pulse.deviceId)
      // A start plays entries again of which some pages have the pulses already.
      if (seq <= page.storedTo) continue
      page.add(pulse, utcOffset, stored)
      if (page.changedFrom > 0) continue
      page.changedFrom = seq
      this.#changedWith(page)?.add(page)
    }
  }

  /** The pages to be stored by now, Unix seconds. Call `stored` for each. */
  due(now: number): Iterable<AccountPage> {
    // A clock that is set back begins its round here.
    if (now < this.#second || now - this.#second > ROUND) this.#second = now - ROUND
    for (; this.#second < now; this.#second++) {
      const changed = this.#changed[this.#second % ROUND]
      for (const page of changed ?? []) this.#due.add(page)
      changed?.clear()
    }
    return this.#due
  }

  /** Every page that isn't stored as it is. */
  unstored(): Iterable<AccountPage> {
    return this.all().filter(({ changedFrom }) => changedFrom > 0)
  }

  /** @param seq the number of the last journal entry that the stored page has */
  stored(page: AccountPage, seq: number): void {
    page.storedTo = seq
    page.changedFrom = 0
    page.endedMinutes.clear()
    page.endedDays.clear()
    this.#due.delete(page)
    this.#changedWith(page)?.delete(page)
  }

  /** The number of the first journal entry that a start needs. Infinity: none. */
  neededFrom(): number {
    let first = Infinity
    for (const { changedFrom } of this.#pages.values())
      if (changedFrom > 0) first = Math.min(first, changedFrom)
    return first
  }

  /** The latest pulses of a page, without the texts of programs. */
  latest(page: AccountPage): LatestPulse[] {
    const pulses: LatestPulse[] = []
    for (let local = 0; local < PAGE_SIZE; local++)
      if (page.has(local)) pulses.push({ ...page.pulse(local), program: undefined })
    return pulses
  }

  /** The latest pulse of an account, without the texts of its program. */
  latestOf(deviceId: number): LatestPulse | undefined {
    const page = this.#pages.get(pageOf(deviceId))
    const local = deviceId % PAGE_SIZE
    return page?.has(local) === true ? { ...page.pulse(local), program: undefined } : undefined
  }

  /** The time of the newest pulse, Unix seconds. */
  newest(): number | undefined {
    let newest = 0
    for (const page of this.#pages.values())
      for (let local = 0; local < PAGE_SIZE; local++) newest = Math.max(newest, page.heardAt(local))
    return newest === 0 ? undefined : newest
  }

  /** The changed pages that are stored in the same second of the round. */
  #changedWith({ number }: AccountPage): Set<AccountPage> | undefined {
    return this.#changed[(number * SPREAD) % ROUND]
  }
}
