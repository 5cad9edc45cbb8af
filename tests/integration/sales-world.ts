import { expect } from 'vitest'
import type { ActionInput, ActionOutput } from '../../src-server/contract/actions/index.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer, type StandIns } from '../support/test-server.ts'
import { addOperator, PASSWORD, signIn } from './operators.ts'

export interface Seller {
  readonly id: number
  readonly name: string
  readonly client: ConsoleClient
}

/** An answer that refuses an order because of one of its members. */
export const refused = (field: string) => ({ code: 409, fields: { [field]: expect.any(String) as string } })

type Terms = Partial<ActionInput<'allocation_create'>>

/**
 * Developers with agents, and agents below them. Each call makes new ones, with nothing to sell and no money.
 */
export class SalesWorld {
  readonly server: TestServer
  #made = 0

  private constructor(server: TestServer) {
    this.server = server
  }

  static async start({ at, ...standIns }: StandIns & { readonly at?: number } = {}): Promise<SalesWorld> {
    return new SalesWorld(await TestServer.start(at, standIns))
  }

  /** A key that no other call uses. */
  key(): string {
    return `key ${String(++this.#made).padStart(6, '0')}`
  }

  name(what: string): string {
    return `${what} ${++this.#made}`
  }

  async developer(): Promise<Seller> {
    const name = this.name('developer')
    const id = await addOperator(this.server, name, 'developer')
    return { id, name, client: await signIn(this.server, name) }
  }

  /** An agent that works for its maker. */
  async agent(by: Seller): Promise<Seller> {
    const name = this.name('agent')
    const { agent } = await by.client.call('agent_create', { name, password: PASSWORD })
    return { id: agent.id, name, client: await signIn(this.server, name) }
  }

  /** Signs in again after more time than a session lasts, so the password is recent. */
  async again(who: Seller): Promise<Seller> {
    return { ...who, client: await signIn(this.server, who.name) }
  }

  /** An application that takes plain, unsigned calls. */
  async app(of: Seller): Promise<number> {
    const { app } = await of.client.call('app_create', { name: this.name('application') })
    await of.client.call('app_update', { app, sign: false, window: 0 })
    return app
  }

  /** Thirty-day codes, ten at 700 unless the terms say otherwise. */
  async give(by: Seller, to: Seller, terms: Terms): Promise<number> {
    const worth = terms.parent === undefined ? ({ type: 'time', unit: 'day', amount: 30 } as const) : {}
    const order = { agent: to.id, quota: 10, price: 700, ...worth, ...terms }
    return (await by.client.call('allocation_create', order)).id
  }

  async pay(by: Seller, to: Seller, amount: number): Promise<void> {
    await by.client.call('ledger_topup', { agent: to.id, amount, key: this.key() })
  }

  take(
    by: Seller,
    allocation: number,
    count: number,
    words: Partial<ActionInput<'sale_take'>> = {},
  ): Promise<ActionOutput<'sale_take'>> {
    return by.client.call('sale_take', { allocation, count, key: this.key(), ...words })
  }

  /** A developer's agent with money that sells codes of the developer's application. */
  async seller({ money = 100_000, ...terms }: Terms & { money?: number } = {}) {
    const developer = await this.developer()
    const app = await this.app(developer)
    const agent = await this.agent(developer)
    const allocation = await this.give(developer, agent, { app, ...terms })
    if (money > 0) await this.pay(developer, agent, money)
    return { developer, app, agent, allocation }
  }

  /** An agent with money below another agent, with a quota from that agent's. */
  async below(
    by: Seller,
    parent: number,
    developer: Seller,
    { money = 100_000, ...terms }: Terms & { money?: number } = {},
  ) {
    const agent = await this.agent(by)
    const allocation = await this.give(by, agent, { parent, ...terms })
    if (money > 0) await this.pay(developer, agent, money)
    return { agent, allocation }
  }

  /** The balance of an agent that has one ledger account. */
  async balance({ id, client }: Seller): Promise<number> {
    const { rows } = await client.call('ledger_accounts', { filter: { agent: id } })
    return rows[0]!.balance
  }

  async allocation({ client }: Seller, id: number) {
    const { rows } = await client.call('allocation_list', { size: 500 })
    return rows.find((row) => row.id === id)!
  }
}
