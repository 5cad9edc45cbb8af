import type { ApiReply } from '../support/runtime-client.ts'
import { trustOwnHeaders, visit, type PublicReply } from '../support/self-service-client.ts'
import type { SelfServiceAction } from '../../src-server/contract/self-service.ts'
import { ConsoleClient, type ConsoleReply } from '../support/console-client.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { addOperator } from './operators.ts'

/** A server that lives through many histories, and the people who call it. */
export class LicenceWorld {
  readonly server: TestServer
  readonly agents: readonly [number, number]
  /** The number of histories so far: each has its own application, codes and trading accounts. */
  #made = 0
  #owner: ConsoleClient | undefined

  private constructor(server: TestServer, agents: readonly [number, number]) {
    this.server = server
    this.agents = agents
  }

  static async start(): Promise<LicenceWorld> {
    const server = await TestServer.start()
    await trustOwnHeaders(server)
    const agents = [
      await addOperator(server, 'first seller', 'agent'),
      await addOperator(server, 'second seller', 'agent'),
    ] as const
    return new LicenceWorld(server, agents)
  }

  next(): number {
    return ++this.#made
  }

  get now(): number {
    return this.server.clock.now()
  }

  /** An action of the owner, who signs in again when the session is old. */
  async try(name: string, input: object): Promise<ConsoleReply> {
    const signIn = () => ConsoleClient.signIn(this.server.running.consoleUrl, 'owner', OWNER_PASSWORD)
    this.#owner ??= await signIn()
    const reply = await this.#owner.try(name, input)
    if (reply.code !== 401) return reply
    this.#owner = await signIn()
    return this.#owner.try(name, input)
  }

  async act(name: string, input: object): Promise<Readonly<Record<string, unknown>>> {
    const reply = await this.try(name, input)
    if (reply.code !== 200) throw new Error(`${name} ${JSON.stringify(input)}: ${JSON.stringify(reply)}`)
    return reply.msg as Readonly<Record<string, unknown>>
  }

  /** An application that takes plain, unsigned calls. */
  async application(change: object): Promise<number> {
    const { app } = await this.act('app_create', { name: 'Gold Grid' })
    await this.act('app_update', { app, sign: false, window: 0, ...change })
    return Number(app)
  }

  async rows(name: string, input: object): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const { rows } = await this.act(name, { ...input, size: 500 })
    return rows as readonly Readonly<Record<string, unknown>>[]
  }

  api(api: string, app: number, params: Readonly<Record<string, string>>): Promise<ApiReply> {
    return this.server.api(api, app, params)
  }

  visit(act: SelfServiceAction, params: Readonly<Record<string, string>>): Promise<PublicReply> {
    return visit(this.server, act, params)
  }

  async restart(): Promise<void> {
    await this.server.close()
    await this.server.open()
    this.#owner = undefined
  }
}
