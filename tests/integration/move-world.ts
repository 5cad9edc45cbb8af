import type { ConsoleClient } from '../support/console-client.ts'
import type { TestServer } from '../support/test-server.ts'
import { SalesWorld, type Seller } from './sales-world.ts'

const FOREVER = 4_102_243_200

/** Developers with an application for trading accounts and two agents each. Each call makes new ones. */
export class MoveWorld {
  readonly sales: SalesWorld
  readonly server: TestServer
  #made = 0

  private constructor(sales: SalesWorld) {
    this.sales = sales
    this.server = sales.server
  }

  static async start(): Promise<MoveWorld> {
    return new MoveWorld(await SalesWorld.start())
  }

  next(): number {
    return ++this.#made
  }

  async team() {
    const { sales } = this
    const developer = await sales.developer()
    const app = await sales.app(developer)
    await developer.client.call('app_update', { app, mt5: { enabled: true } })
    return { developer, app, from: await sales.agent(developer), to: await sales.agent(developer) }
  }

  /** Unused permanent codes, sorted by their texts. */
  async codes(of: Seller, app: number, agent: Seller, count: number): Promise<string[]> {
    const order = { app, type: 'permanent', count, agent: agent.id } as const
    return [...(await of.client.call('code_generate', order)).kamis].sort()
  }

  async account(of: Seller, app: number, agent: Seller) {
    const account_key = `${this.next()}@Moves`
    const order = { app, account_key, vip: FOREVER, agent: agent.id }
    return { id: (await of.client.call('device_create', order)).id, account_key }
  }

  move(by: ConsoleClient, from: Seller, to: Seller | null, dry_run = false) {
    return by.call('agent_move_customers', { from: from.id, to: to?.id ?? null, dry_run })
  }
}

/** The texts of all codes that a person sees. */
export async function codesOf(client: ConsoleClient, filter: object = {}): Promise<string[]> {
  return (await client.call('code_list', { filter, size: 500 })).rows.map(({ kami }) => kami).sort()
}

/** The numbers of all trading accounts that a person sees. */
export async function devicesOf(client: ConsoleClient): Promise<number[]> {
  const { rows } = await client.call('device_list', { size: 500 })
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}
