import type { RiskItem } from '../../src-server/contract/actions/risks.ts'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import type { RiskKind } from '../../src-server/contract/sales-names.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { readReply, type ApiReply, type Params } from '../support/runtime-client.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { addOperator, signIn } from './operators.ts'

export const FOREVER = 4_102_243_200

/** A server behind a proxy, so that calls come from the addresses of a test, with two developers. */
export class RiskWorld {
  readonly server: TestServer
  #owner: ConsoleClient
  #developer: ConsoleClient
  #other: ConsoleClient
  #made = 0

  private constructor(
    server: TestServer,
    owner: ConsoleClient,
    developer: ConsoleClient,
    other: ConsoleClient,
  ) {
    this.server = server
    this.#owner = owner
    this.#developer = developer
    this.#other = other
  }

  static async start(): Promise<RiskWorld> {
    const server = await TestServer.start()
    const owner = await server.owner()
    await owner.call('settings_set', {
      client_address: { source: 'x_forwarded_for', trusted: ['127.0.0.1'] },
    })
    for (const name of ['developer', 'other developer']) await addOperator(server, name, 'developer')
    return new RiskWorld(
      server,
      owner,
      await signIn(server, 'developer'),
      await signIn(server, 'other developer'),
    )
  }

  get owner(): ConsoleClient {
    return this.#owner
  }
  get developer(): ConsoleClient {
    return this.#developer
  }
  get other(): ConsoleClient {
    return this.#other
  }

  /** Continues with the folder as it is. */
  async reopen(): Promise<void> {
    await this.server.open()
    await this.#signIn()
  }

  /** So long that sessions end meanwhile. */
  async wait(seconds: number): Promise<void> {
    this.server.clock.pass(seconds)
    await this.#signIn()
  }

  async #signIn(): Promise<void> {
    this.#owner = await signIn(this.server, 'owner', OWNER_PASSWORD)
    this.#developer = await signIn(this.server, 'developer')
    this.#other = await signIn(this.server, 'other developer')
  }

  /** An application of the developer with safe settings by default. */
  async application(change: Omit<ActionInput<'app_update'>, 'app'> = {}): Promise<number> {
    const { app } = await this.developer.call('app_create', { name: `Watched ${++this.#made}` })
    await this.developer.call('app_update', { app, ...change, mt5: { enabled: true, ...change.mt5 } })
    return app
  }

  async device(app: number): Promise<{ readonly id: number; readonly key: string }> {
    const key = `${++this.#made}@Broker`
    const { id } = await this.developer.call('device_create', { app, account_key: key, vip: FOREVER })
    return { id, key }
  }

  /** A call from an address. @returns the answer's code */
  async call(api: string, app: number, params: Params, from?: string): Promise<number> {
    return (await this.#answer(api, app, params, from)).code
  }

  /** A pulse of an account with these figures. @returns the answer */
  tell(app: number, key: string, said: Params, from?: string): Promise<ApiReply> {
    return this.#answer('mt5pulse', app, { account_key: key, ...said }, from)
  }

  async #answer(api: string, app: number, params: Params, from = '192.0.2.1'): Promise<ApiReply> {
    const response = await fetch(`${this.server.running.publicUrl}/api.php?api=${api}&app=${app}`, {
      method: 'POST',
      body: new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)])),
      headers: { 'x-forwarded-for': from },
    })
    return readReply(response)
  }

  pulse(app: number, key: string, figures: Readonly<Record<string, number>>, from?: string): Promise<number> {
    return this.call('mt5pulse', app, { account_key: key, ...figures }, from)
  }

  async of(app: number, kind: RiskKind, by = this.developer): Promise<RiskItem[]> {
    return (await by.call('risk_list', { app, kind })).rows
  }

  /** The only risk of this kind. */
  async only(app: number, kind: RiskKind): Promise<RiskItem> {
    const rows = await this.of(app, kind)
    if (rows.length !== 1 || rows[0] === undefined)
      throw new Error(`${rows.length} of ${kind}: ${JSON.stringify(rows)}`)
    return rows[0]
  }

  acknowledge(item: RiskItem, by = this.developer): Promise<{ done: number }> {
    return by.call('risk_acknowledge', { keys: [item.key], note: 'looked at' })
  }
}
