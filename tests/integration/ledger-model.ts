/** The expected ledger, computed independently: no sum comes from the server. Money is in minor units. */

export interface ModelAllocation {
  readonly id: number
  readonly agent: number
  readonly parent: ModelAllocation | undefined
  readonly book: number
  quota: number
  used: number
  price: number
  closed: boolean
}

interface ModelSale {
  readonly id: number
  readonly kami: string
  readonly purchase: number
  readonly allocation: ModelAllocation
  readonly price: number
  readonly seats: number
  /** The sum that each ledger account got (above 0) or gave for a seat. */
  readonly moves: ReadonlyMap<string, number>
  refunded: boolean
  used: boolean
}

/** undefined when the call succeeds; else the field that the refusal names. */
export type Outcome = 'quota' | 'balance' | 'amount' | 'credit' | undefined

export const accountOf = (book: number, holder: number | 'cash' | 'revenue') => `${book}/${holder}`

export class LedgerModel {
  readonly balances = new Map<string, number>()
  readonly credits = new Map<string, number>()
  readonly allocations: ModelAllocation[] = []
  readonly sales = new Map<number, ModelSale>()
  #purchases = 0

  balance(account: string): number {
    return this.balances.get(account) ?? 0
  }

  /** From the giver's own allocation, where the giver is an agent. */
  give(order: Omit<ModelAllocation, 'used' | 'closed'>): void {
    if (order.parent !== undefined) order.parent.used += order.quota
    this.allocations.push({ ...order, used: 0, closed: false })
  }

  canGive(parent: ModelAllocation, quota: number): boolean {
    return !parent.closed && parent.used + quota <= parent.quota
  }

  change(of: ModelAllocation, change: { quota?: number; price?: number; closed?: boolean }): Outcome {
    if (change.quota !== undefined) {
      const more = change.quota - of.quota
      if (of.parent !== undefined && more > 0 && !this.canGive(of.parent, more)) return 'quota'
      if (change.quota < of.used) return 'quota'
      if (of.parent !== undefined) of.parent.used += more
    }
    Object.assign(of, change)
    return undefined
  }

  /** @returns the outcome of the call, and what happens to the sales in its answer */
  take(
    of: ModelAllocation,
    codes: number,
    seats: number,
  ): { outcome: Outcome; sold: (sales: readonly Pick<ModelSale, 'id' | 'kami'>[]) => void } {
    const refused = (outcome: Outcome) => ({ outcome, sold: () => undefined })
    // A code with several seats counts and costs like as many codes.
    const count = codes * seats
    const chain: ModelAllocation[] = []
    for (let at: ModelAllocation | undefined = of; at !== undefined; at = at.parent) chain.push(at)
    if (chain.some(({ closed }) => closed) || of.used + count > of.quota) return refused('quota')
    const moves = new Map<string, number>()
    for (const [at, { agent, price }] of chain.entries())
      moves.set(accountOf(of.book, agent), (chain[at - 1]?.price ?? 0) - price)
    moves.set(accountOf(of.book, 'revenue'), chain.at(-1)!.price)
    if (!this.#move(moves, count)) return refused('balance')
    of.used += count
    const [purchase, price] = [++this.#purchases, of.price]
    return {
      outcome: undefined,
      sold: (sales) => {
        for (const { id, kami } of sales)
          this.sales.set(id, {
            id,
            kami,
            purchase,
            allocation: of,
            price,
            seats,
            moves,
            refunded: false,
            used: false,
          })
      },
    }
  }

  /** @returns the sales that are refunded */
  refund(ids: readonly number[]): number[] {
    const wanted = [...new Set(ids)].sort((a, b) => a - b).map((id) => this.sales.get(id)!)
    const done: number[] = []
    for (const ofOne of Map.groupBy(wanted, ({ purchase }) => purchase).values()) {
      const back = ofOne.filter(({ refunded, used }) => !refunded && !used)
      const [first] = back
      const seats = back.reduce((sum, one) => sum + one.seats, 0)
      if (first === undefined || !this.#move(first.moves, -seats)) continue
      for (const sale of back) sale.refunded = true
      first.allocation.used -= seats
      done.push(...back.map(({ id }) => id))
    }
    return done
  }

  money(kind: 'topup' | 'payout' | 'correction', book: number, agent: number, amount: number): Outcome {
    const account = accountOf(book, agent)
    if (kind === 'payout' && amount > this.balance(account)) return 'amount'
    const given = kind === 'payout' ? -amount : amount
    const house = accountOf(book, kind === 'correction' ? 'revenue' : 'cash')
    return this.#move(
      new Map([
        [account, given],
        [house, -given],
      ]),
      1,
    )
      ? undefined
      : 'balance'
  }

  credit(book: number, agent: number, credit: number): Outcome {
    const account = accountOf(book, agent)
    if (this.balance(account) + credit < 0) return 'credit'
    this.credits.set(account, credit)
    return undefined
  }

  /** All or nothing: no agent that gives exceeds its credit. */
  #move(moves: ReadonlyMap<string, number>, times: number): boolean {
    for (const [account, amount] of moves) {
      const isHouse = account.endsWith('/cash') || account.endsWith('/revenue')
      const change = amount * times
      const floor = -(this.credits.get(account) ?? 0)
      if (!isHouse && change < 0 && this.balance(account) + change < floor) return false
    }
    for (const [account, amount] of moves) this.balances.set(account, this.balance(account) + amount * times)
    return true
  }
}
