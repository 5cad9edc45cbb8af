/** Codes with several seats, computed independently: nothing comes from the server. Times are Unix seconds. */

export interface ModelSeat {
  /** The end of the code's time for this account. */
  codeEnd: number
  /** The end of the account's record. */
  vip: number
  /** The record was deleted, and the seat spent with it. */
  isSpent: boolean
  /** Seconds that a refund took. */
  taken: number | undefined
}

/** A time code whose accounts use no other code. */
export class SeatsModel {
  seconds: number
  seats: number
  isDisabled = false
  readonly used = new Map<string, ModelSeat>()
  readonly #now: () => number

  constructor(seconds: number, seats: number, now: () => number) {
    this.seconds = seconds
    this.seats = seats
    this.#now = now
  }

  /** @returns the answer of kmlogon */
  login(account: string): number {
    const now = this.#now()
    if (this.isDisabled) return 151
    const seat = this.used.get(account)
    if (seat?.isSpent) return 151
    if (seat !== undefined) return seat.vip > now ? 200 : 201
    if (this.used.size >= this.seats) return 150
    const end = now + this.seconds
    this.used.set(account, { codeEnd: end, vip: end, isSpent: false, taken: undefined })
    return 200
  }

  /** Each account's record moves by as much as the code's time ahead of it. @returns whether the code changes */
  extend(by: number): boolean {
    const now = this.#now()
    const [only] = this.used.values()
    // The edit of a code with one seat, once it is used, concerns that use alone.
    const isInUse = this.seats === 1 && only !== undefined
    if (isInUse ? by < 0 && only.codeEnd <= now : this.seconds + by <= 0) return false
    if (!isInUse) this.seconds += by
    for (const seat of this.used.values()) {
      const before = Math.max(seat.codeEnd, now)
      if (by > 0) seat.codeEnd = before + by
      else if (seat.codeEnd > now) seat.codeEnd = Math.max(seat.codeEnd + by, now)
      const moved = Math.max(seat.codeEnd, now) - before
      if (seat.isSpent || moved === 0) continue
      if (moved > 0) seat.vip = Math.max(seat.vip, now) + moved
      else if (seat.vip > now) seat.vip = Math.max(now, seat.vip + moved)
    }
    return true
  }

  disable(): void {
    this.isDisabled = true
    for (const seat of this.used.values()) {
      if (seat.isSpent || seat.taken !== undefined) continue
      // The account has no time but that of the code, whose first use is in the past.
      const to = Math.min(seat.vip, this.#now())
      seat.taken = seat.vip - to
      seat.vip = to
    }
  }

  enable(): void {
    this.isDisabled = false
    for (const seat of this.used.values()) {
      if (seat.isSpent || seat.taken === undefined) continue
      if (seat.taken > 0) seat.vip = Math.max(seat.vip, this.#now()) + seat.taken
      seat.taken = undefined
    }
  }

  /** @returns whether the code changes */
  resize(seats: number): boolean {
    if (seats === this.seats || seats < this.used.size) return false
    this.seats = seats
    return true
  }

  leave(account: string, choice: 'spent' | 'free'): void {
    if (choice === 'free') this.used.delete(account)
    else this.used.get(account)!.isSpent = true
  }

  move(from: string, to: string): void {
    this.used.set(to, this.used.get(from)!)
    this.used.delete(from)
  }
}
