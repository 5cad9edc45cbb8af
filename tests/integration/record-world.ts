import { visit } from '../support/self-service-client.ts'
import { START, TestServer } from '../support/test-server.ts'

export const DAY = 86_400
export const FOREVER = 4_102_243_200

/** Codes and trading accounts of one application, for tests of the effects between the two. */
export class RecordWorld {
  readonly server: TestServer
  readonly app: number
  #number = 91_000

  private constructor(server: TestServer, app: number) {
    this.server = server
    this.app = app
  }

  static async start(standIns?: Parameters<typeof TestServer.start>[1]): Promise<RecordWorld> {
    const server = await TestServer.start(START, standIns)
    return new RecordWorld(server, await server.application({ mt5: { enabled: true } }))
  }

  newKey(): string {
    return `${this.#number++}@Broker-Live`
  }

  newCode(days = 30): Promise<string> {
    return this.server.code({ app: this.app, type: 'time', unit: 'day', amount: days })
  }

  inDays(days: number): number {
    return this.server.clock.now() + days * DAY
  }

  logIn(kami: string, markcode: string, app = this.app) {
    return this.server.api('kmlogon', app, { kami, markcode })
  }

  logOn(key: string, app = this.app) {
    return this.server.api('mt5logon', app, { account_key: key })
  }

  /** The answer of the customers' page about a code. */
  async ask(kami: string) {
    return (await visit(this.server, 'query_km', { card: kami })).msg
  }

  async idOf(kami: string): Promise<number> {
    const { rows } = await this.server.act('code_list', { filter: { app: this.app, kami } })
    return rows[0]!.id
  }

  /** A trading account's row of the board. */
  async recordOf(key: string) {
    const { rows } = await this.server.act('device_list', { filter: {}, search: key })
    return rows.find((row) => row.account_key === key)
  }

  /** A trading account that a code of 30 days activated. */
  async activated() {
    const [key, kami] = [this.newKey(), await this.newCode()]
    const { code } = await this.logIn(kami, key)
    if (code !== 200) throw new Error(`the activation answered ${String(code)}`)
    const record = await this.recordOf(key)
    return { key, kami, code: await this.idOf(kami), device: record!.id }
  }

  /** Holds all writes back, so that they happen in the order of the requests. */
  async holdWriter() {
    const [begun, gate] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    const held = this.server.store.write(
      () => {
        begun.resolve(undefined)
        return gate.promise
      },
      { durable: false },
    )
    await begun.promise
    return {
      release: () => {
        gate.resolve(undefined)
        return held
      },
    }
  }
}
