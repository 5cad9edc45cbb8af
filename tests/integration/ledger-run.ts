import { expect } from 'vitest'
import { permissionsOf } from '../../src-server/contract/permissions.ts'
import type { Role } from '../../src-server/contract/permissions.ts'
import type { SalesServices } from '../../src-server/services/sales/create-sales-services.ts'
import type { Actor } from '../../src-server/domain/access/scope.ts'
import { Refused } from '../../src-server/services/refused.ts'
import type { Random } from '../simulator/random.ts'
import { LedgerModel, type ModelAllocation } from './ledger-model.ts'
import type { SalesWorld, Seller } from './sales-world.ts'

export interface Agent extends Seller {
  readonly parent: Agent | undefined
  readonly below: Agent[]
  /** The developers that it works for. */
  readonly books: number[]
}
export interface Book extends Seller {
  readonly app: number
}

const actorOf = (role: Role, { id, name }: Seller): Actor => ({
  operatorId: id,
  personId: id,
  name,
  role,
  permissions: permissionsOf(role),
  ip: '127.0.0.1',
})

/** The outcome of a call: the field that the refusal names, or undefined. */
async function outcomeOf(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call
    return undefined
  } catch (error) {
    if (error instanceof Refused && error.code === 409) return Object.keys(error.fields ?? {})[0]
    throw error
  }
}

/** Random acts of everybody, each compared with the model. */
export class LedgerRun {
  readonly model = new LedgerModel()
  readonly #counts = new Map<string, number>()
  readonly #random: Random
  readonly #world: SalesWorld
  readonly #cases: SalesServices
  readonly #books: Map<number, Book>
  readonly #agents: Map<number, Agent>
  #worths = 0
  #taken: {
    by: Agent
    order: { allocation: number; count: number; seats: number; key: string }
    ids: number[]
  }[] = []

  constructor(
    random: Random,
    world: SalesWorld,
    cases: SalesServices,
    { books, agents }: { books: Book[]; agents: Agent[] },
  ) {
    this.#random = random
    this.#world = world
    this.#cases = cases
    this.#books = new Map(books.map((book) => [book.id, book]))
    this.#agents = new Map(agents.map((agent) => [agent.id, agent]))
  }

  get counts() {
    return Object.fromEntries(this.#counts)
  }

  #count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1)
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#random.below(list.length)]!
  }

  /** Sent now. @returns when the outcome is compared with the model */
  #compare(what: string, call: Promise<unknown>, expected: string | undefined): Promise<void> {
    this.#count(expected === undefined ? what : `${what}, refused`)
    return outcomeOf(call).then((outcome) => {
      expect(outcome, what).toBe(expected)
    })
  }

  #order(order: { allocation: number; count: number; seats: number }) {
    return { ...order, key: this.#world.key(), customer: '', contact: '', note: '' }
  }

  take(): Promise<void> {
    const of = this.#pick(this.model.allocations)
    const seats = this.#random.chance(0.3) ? 1 + this.#random.below(3) : 1
    const order = this.#order({ allocation: of.id, count: 1 + this.#random.below(3), seats })
    const by = this.#agents.get(of.agent)!
    const { outcome, sold } = this.model.take(of, order.count, seats)
    const ids: number[] = []
    const call = this.#cases.saleTakes.take(actorOf('agent', by), order).then(({ sales }) => {
      ids.push(...sales.map(({ id }) => id))
      sold(sales)
      this.#taken.push({ by, order, ids })
    })
    return this.#compare('take', call, outcome)
  }

  /** The purchase is sent again with its key. */
  async again(): Promise<void> {
    if (this.#taken.length === 0) return
    this.#count('take again')
    const { by, order, ids } = this.#pick(this.#taken)
    const { sales } = await this.#cases.saleTakes.take(actorOf('agent', by), {
      ...this.#order(order),
      ...order,
    })
    expect(sales.map(({ id }) => id)).toEqual(ids)
  }

  async refund(): Promise<void> {
    if (this.#taken.length === 0) return
    const { by, ids } = this.#pick(this.#taken)
    const more = this.#taken.filter((one) => one.by === by)
    const wanted = [...ids.slice(0, 1 + this.#random.below(3)), this.#pick(this.#pick(more).ids)]
    const expected = this.model.refund(wanted)
    const { done, skipped } = await this.#cases.saleRefunds.refund(actorOf('agent', by), wanted)
    this.#count(done > 0 ? 'refund' : 'refund, refused')
    expect(done).toBe(expected.length)
    const kept = [...new Set(wanted)].filter((id) => !expected.includes(id))
    expect(new Set(skipped.map(({ id }) => id))).toEqual(new Set(kept))
  }

  money(kind: 'topup' | 'payout' | 'correction'): Promise<void> {
    const agent = this.#pick([...this.#agents.values()])
    const book = this.#pick(agent.books)
    // Now and then more than the stock.
    const sum =
      (kind === 'payout' && this.#random.chance(0.2) ? 50_000 : 1) +
      this.#random.below(kind === 'topup' ? 5000 : 3000)
    const amount = kind === 'correction' && this.#random.chance(0.5) ? -sum : sum
    const expected = this.model.money(kind, book, agent.id, amount)
    const order = { agent: agent.id, amount, key: this.#world.key(), note: 'x', reference: '' }
    const act = ({ topup: 'topUp', payout: 'payOut', correction: 'correct' } as const)[kind]
    return this.#compare(kind, this.#cases.ledgerMoney[act](this.#developer(book), order), expected)
  }

  credit(): Promise<void> {
    const agent = this.#pick([...this.#agents.values()])
    const book = this.#pick(agent.books)
    const credit = this.#random.below(3) * 1000
    const expected = this.model.credit(book, agent.id, credit)
    return this.#compare(
      'credit',
      this.#cases.ledgerMoney.setCredit(this.#developer(book), agent.id, credit),
      expected,
    )
  }

  change(): Promise<void> {
    const of = this.#pick(this.model.allocations)
    const change = this.#pick<{ quota?: number; price?: number; closed?: boolean }>([
      { quota: Math.max(0, of.quota + this.#random.below(61) - 15) },
      { price: this.#random.below(900) },
      { closed: this.#random.chance(0.1) },
      { quota: of.used + this.#random.below(20), price: this.#random.below(900), closed: false },
    ])
    const by =
      of.parent === undefined
        ? this.#developer(of.book)
        : actorOf('agent', this.#agents.get(of.parent.agent)!)
    const expected = this.model.change(of, change)
    return this.#compare('terms', this.#cases.allocations.update(by, of.id, change), expected)
  }

  /** A kind of code that nobody has yet, of a developer, or from an agent's own allocation. */
  async give(): Promise<void> {
    const quota = 20 + this.#random.below(100)
    const price = this.#random.below(900)
    const above = this.#random.chance(0.7)
      ? this.#pick(this.model.allocations.concat(undefined as never))
      : undefined
    const below = above === undefined ? [] : this.#agents.get(above.agent)!.below
    const order = { quota, price, amount: ++this.#worths }
    if (above === undefined || below.length === 0) {
      const agent = this.#pick([...this.#agents.values()].filter(({ parent }) => parent === undefined))
      const book = this.#books.get(this.#pick(agent.books))!
      this.#given(
        await this.#world.give(book, agent, { ...order, app: book.app, quota: quota * 5 }),
        agent,
        undefined,
        {
          ...order,
          book: book.id,
          quota: quota * 5,
        },
      )
      return
    }
    const agent = this.#pick(below)
    if (!this.model.canGive(above, quota) || this.#has(agent, above)) return
    const by = this.#agents.get(above.agent)!
    const id = await this.#world.give(by, agent, { parent: above.id, quota, price })
    this.#given(id, agent, above, { book: above.book, quota, price })
  }

  async use(): Promise<void> {
    if (this.model.sales.size === 0) return
    const sale = this.#pick([...this.model.sales.values()])
    if (sale.used || sale.refunded) return
    const { app } = this.#books.get(sale.allocation.book)!
    expect(await this.#world.server.api('kmlogon', app, { kami: sale.kami, markcode: 'PC' })).toMatchObject({
      code: 200,
    })
    sale.used = true
    this.#count('used by a customer')
  }

  #has({ id }: Agent, above: ModelAllocation): boolean {
    return this.model.allocations.some(({ agent, parent }) => agent === id && parent === above)
  }

  #given(
    id: number,
    { id: agent }: Agent,
    parent: ModelAllocation | undefined,
    terms: { book: number; quota: number; price: number },
  ): void {
    const { book, quota, price } = terms
    this.model.give({ id, agent, parent, book, quota, price })
    this.#count('give')
  }

  #developer(book: number): Actor {
    return actorOf('developer', this.#books.get(book)!)
  }
}
