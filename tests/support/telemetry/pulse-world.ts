import type { LatestPulse } from '../../../src-server/store/latest-pulse.ts'
import { NO_MORE_FIGURES } from '../no-more-figures.ts'

/** A pulse with what its account's owner paid in (> 0) or out since the one before. */
export interface PaidPulse {
  readonly pulse: LatestPulse
  readonly paid: number
}

interface Account {
  balance: number
  floating: number
  positions: number
  wakesAt: number
  hasPulsed: boolean
}

const cents = (amount: number) => Math.round(amount * 100) / 100

/**
 * Trading accounts that trade, sleep, receive money and pay it out. The world knows each payment, so a test needs no rule
 * to find them.
 */
export class PulseWorld {
  readonly #random: () => number
  readonly #accounts = new Map<number, Account>()
  #at: number

  constructor(random: () => number, ids: readonly number[], at: number) {
    this.#random = random
    this.#at = at
    for (const id of ids)
      this.#accounts.set(id, {
        balance: cents(500 + random() * 9500),
        floating: 0,
        positions: 0,
        wakesAt: at,
        hasPulsed: false,
      })
  }

  get at(): number {
    return this.#at
  }

  /** The pulses until a later time. */
  *play(to: number, everySeconds: number): Generator<PaidPulse> {
    for (; this.#at < to; this.#at += everySeconds)
      for (const [deviceId, account] of this.#accounts) {
        if (this.#at < account.wakesAt || this.#random() < 0.1) continue
        yield this.#pulse(deviceId, account)
      }
  }

  #pulse(deviceId: number, account: Account): PaidPulse {
    // Nobody knows the balance before the first pulse.
    const paid = account.hasPulsed ? this.#live(account) : 0
    account.hasPulsed = true
    const { balance, floating, positions } = account
    const knows = this.#random() > 0.05
    const pulse = {
      deviceId,
      at: this.#at,
      equity: knows ? cents(balance + floating) : NaN,
      balance,
      dd: cents(this.#random() * 60),
      positions,
      buyPos: NaN,
      sellPos: NaN,
      floatPnl: floating,
      marginLevel: cents(100 + this.#random() * 900),
      interval: 10,
      symbol: 'XAUUSD',
      ip: '192.0.2.1',
      ...NO_MORE_FIGURES,
    }
    return { pulse, paid }
  }

  /** One event of an account. @returns what its owner paid */
  #live(account: Account): number {
    const random = this.#random
    const event = random()
    if (event < 0.3) {
      account.positions++
    } else if (event < 0.5 && account.positions > 0) {
      const profit = cents(account.floating / account.positions + 0.01)
      account.positions--
      account.balance = cents(account.balance + profit)
      account.floating = account.positions === 0 ? 0 : cents(account.floating - profit)
    } else if (event < 0.53) {
      // Far more than the market moves between two pulses.
      const isOut = account.balance > 10_000 && random() < 0.7
      const paid = cents((isOut ? -1 : 1) * (200 + random() * 4000))
      account.balance = cents(account.balance + paid)
      return paid
    } else if (event < 0.535) {
      account.wakesAt = this.#at + Math.floor(random() * 2 * 86_400)
    } else if (account.positions > 0) {
      account.floating = cents(account.floating + (random() - 0.5) * 60)
    }
    return 0
  }
}
