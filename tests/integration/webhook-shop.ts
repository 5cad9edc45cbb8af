import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import type { WebhookEventRecord, WebhookRecord } from '../../src-server/contract/records/webhook.ts'
import type { WebhookEvent } from '../../src-server/contract/webhook-names.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { MailStub } from '../support/mail-stub.ts'
import { START, TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { addOperator, PASSWORD, signIn } from './operators.ts'
import { Receiver, type Received } from './webhook-world.ts'

export const DAY = 86_400

interface Made {
  readonly id: number
  readonly secret: string
  readonly path: string
}

/** A developer with a server, a receiver of webhooks, a mailbox, and a new application for each test. */
export class Shop {
  readonly server: TestServer
  readonly receiver: Receiver
  readonly mails: MailStub
  app = 0
  #developer: ConsoleClient
  #made = 0

  private constructor(server: TestServer, receiver: Receiver, mails: MailStub, developer: ConsoleClient) {
    this.server = server
    this.receiver = receiver
    this.mails = mails
    this.#developer = developer
  }

  static async open(): Promise<Shop> {
    const receiver = await Receiver.start()
    const mails = await MailStub.start()
    const server = await TestServer.start(START, { postsToLoopback: { limitMs: 400 } })
    await server.act('settings_set', { mail: mails.settings })
    await addOperator(server, 'vendor', 'developer')
    const developer = await signIn(server, 'vendor')
    await developer.call('profile_set', { email: 'vendor@example.com' })
    return new Shop(server, receiver, mails, developer)
  }

  get developer(): ConsoleClient {
    return this.#developer
  }

  async close(): Promise<void> {
    await this.server.end()
    await this.receiver.stop()
    await this.mails.stop()
  }

  /** A new application, a receiver that takes everything, and no webhook. */
  async next(): Promise<void> {
    this.receiver.reset()
    await this.later(0)
    for (const { id } of (await this.developer.call('webhook_list', {})).rows)
      await this.developer.call('webhook_delete', { webhook: id })
    const { app } = await this.developer.call('app_create', { name: `Shop ${++this.#made}` })
    await this.developer.call('app_update', { app, sign: false, window: 0, mt5: { enabled: true } })
    this.app = app
  }

  /** Time passes. Sessions end in long times. */
  async later(seconds: number): Promise<void> {
    this.server.clock.pass(seconds)
    this.#developer = await signIn(this.server, 'vendor')
  }

  /** A webhook for the test's own application, at a path of its own. */
  async hook(events: readonly WebhookEvent[]): Promise<Made> {
    const path = `/${++this.#made}`
    const url = this.receiver.url + path
    await this.developer.call('step_up', { password: PASSWORD })
    const wanted = { name: 'Shop', url, events: [...events], app: this.app }
    const { row, secret } = await this.developer.call('webhook_save', wanted)
    return { id: row.id, secret: secret!, path }
  }

  /** New codes of 30 days. */
  async code(
    count = 1,
    more: Partial<ActionInput<'code_generate'>> = {},
  ): Promise<[string, string, ...string[]]> {
    const order = { app: this.app, type: 'time', unit: 'day', amount: 30, count, ...more } as const
    return (await this.developer.call('code_generate', order)).kamis as [string, string]
  }

  came(path: string, count = 1): Promise<Received[]> {
    const { receiver } = this
    return until(() => receiver.at(path).length >= count && receiver.at(path), `${count} events at ${path}`)
  }

  async read(id: number): Promise<WebhookRecord> {
    return (await this.developer.call('webhook_list', {})).rows.find((row) => row.id === id)!
  }

  async log(webhook: number): Promise<WebhookEventRecord[]> {
    return (await this.developer.call('webhook_log', { webhook })).rows
  }

  logged(webhook: number, state: string, count = 1): Promise<WebhookEventRecord[]> {
    return until(async () => {
      const rows = (await this.log(webhook)).filter((row) => row.state === state)
      return rows.length >= count && rows
    }, `${count} ${state} events`)
  }
}
