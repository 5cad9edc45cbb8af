import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import type { RequestRecord } from '../../src-server/contract/records/request.ts'
import type { AcceptedRequest, FollowedRequest } from '../../src-server/contract/self-service.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { newAddress, trustOwnHeaders, visit, type Visit } from '../support/self-service-client.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { signIn } from './operators.ts'

/** The unbind policy of a new application: one in 24 h, three in all, an hour each. */
export const DAY = 86_400
export const HOUR = 3600

export interface Asked {
  readonly id: number
  /** As the customer has it. */
  readonly number: string
  readonly app: number
  readonly contact: string
}

/** Customers who request and people who decide. Each call makes new ones. */
export class RequestWorld {
  readonly server: TestServer
  /** Signs in again after a long time. */
  owner: ConsoleClient
  #made = 0

  private constructor(server: TestServer, owner: ConsoleClient) {
    this.server = server
    this.owner = owner
  }

  static async start(): Promise<RequestWorld> {
    const server = await TestServer.start()
    await trustOwnHeaders(server)
    return new RequestWorld(server, await server.owner())
  }

  /** Lets so many seconds pass that the owner's session ends. */
  async pass(seconds: number): Promise<void> {
    this.server.clock.pass(seconds)
    this.owner = await signIn(this.server, 'owner', OWNER_PASSWORD)
  }

  next(): number {
    return ++this.#made
  }

  /** A code in use on the customer's machine PC-1. */
  async boundCode(
    app: number,
    order: Omit<ActionInput<'code_generate'>, 'app' | 'count'> = { type: 'time', unit: 'day', amount: 30 },
    seller?: ConsoleClient,
  ): Promise<{ id: number; kami: string; from: string }> {
    const by = seller ?? this.owner
    const { kamis } = await by.call('code_generate', { app, count: 1, ...order })
    const kami = kamis[0]!
    const from = newAddress()
    const reply = await this.server.api('kmlogon', app, { kami, markcode: 'PC-1' })
    if (reply.code !== 200) throw new Error(`kmlogon answered ${JSON.stringify(reply)}`)
    const { rows } = await by.call('code_list', { filter: { app, kami } })
    return { id: rows[0]!.id, kami, from }
  }

  /** Requests the unbind of a new code. */
  async unbind(
    app: number,
    {
      code,
      ...how
    }: { code?: Omit<ActionInput<'code_generate'>, 'app' | 'count'>; from?: string; contact?: string } = {},
  ): Promise<Asked & { readonly kami: string; readonly code: number }> {
    const { id, kami } = await this.boundCode(app, code)
    return { ...(await this.unbindOf(app, kami, how)), kami, code: id }
  }

  async unbindOf(
    app: number,
    kami: string,
    { contact = `customer-${this.next()}`, ...visited }: { contact?: string } & Visit = {},
  ): Promise<Asked> {
    const words = { card: kami, contact, reason: 'New computer' }
    return this.#accepted(app, contact, await visit(this.server, 'unbind_km', words, visited))
  }

  /** A trading account of an application. */
  async account(
    app: number,
    fields: Partial<Omit<ActionInput<'device_create'>, 'app'>> = {},
  ): Promise<{ id: number; key: string }> {
    const key = `${1000 + this.next()}@Broker-Live`
    const { id } = await this.owner.call('device_create', {
      app,
      account_key: key,
      vip: this.server.clock.now() + 90 * DAY,
      ...fields,
    })
    return { id, key }
  }

  /** Requests the move of a new trading account's authorization to another account. */
  async rebind(
    app: number,
    fields: Partial<Omit<ActionInput<'device_create'>, 'app'>> = {},
    to?: string,
  ): Promise<Asked & { readonly device: number; readonly oldKey: string; readonly newKey: string }> {
    const { id: device, key: oldKey } = await this.account(app, fields)
    const newKey = to ?? `${5000 + this.next()}@Broker-Live`
    const contact = `customer-${this.next()}`
    const words = { old_key: oldKey, new_key: newKey, contact, reason: 'Another account' }
    const reply = await visit(this.server, 'request_device_rebind', { ...words, product: String(app) })
    return { ...(await this.#accepted(app, contact, reply)), device, oldKey, newKey }
  }

  async follow(number: string): Promise<FollowedRequest> {
    return (await visit(this.server, 'request_status', { request: number })).msg as FollowedRequest
  }

  withdraw(number: string) {
    return visit(this.server, 'request_withdraw', { request: number })
  }

  /** As the owner sees it. */
  record(id: number): Promise<RequestRecord> {
    return this.owner.call('auth_request_get', { id })
  }

  /** Rows of the audit log about a request, the oldest first. */
  async trail(id: number) {
    const { rows } = await this.owner.call('audit_list', {
      filter: { subject_kind: 'request', subject_id: String(id) },
    })
    return rows.reverse()
  }

  /** The messenger messages to its customer, the oldest first. */
  async messages(app: number): Promise<{ key: string; openId: string; text: string }[]> {
    const messages = await this.server.store.read((unit) => unit.outbox.newest(app, 20))
    return messages.reverse().map(({ key, openId, text }) => ({ key, openId, text }))
  }

  async #accepted(
    app: number,
    contact: string,
    { code, msg, text }: { code: number; msg: unknown; text: string },
  ): Promise<Asked> {
    if (code !== 200) throw new Error(`the request was answered ${text}`)
    const number = (msg as AcceptedRequest).request_id
    const { rows } = await this.owner.call('auth_request_list', { search: number })
    return { id: rows[0]!.id, number, app, contact }
  }
}
