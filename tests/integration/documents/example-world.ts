import { digestToken } from '../../../src-server/services/session/session-token.ts'
import { ConsoleClient } from '../../support/console-client.ts'
import { MessengerStub } from '../../support/messenger-stub.ts'
import { TestServer } from '../../support/test-server.ts'
import { openMail } from '../mail-world.ts'

/** The moment of all examples: 2027-01-15 08:00 UTC. */
const NOW = 1_800_000_000
const MONTH = 30 * 86_400
const BUY = 'https://example.com/buy'
const FILE = 'https://example.com/gold-grid.zip'
const PASSWORD = 'example-password'

/** The server whose answers the documents show: fixed numbers, keys, codes, accounts, and a clock that stands still. */
export class ExampleWorld {
  readonly server: TestServer
  readonly #messenger: MessengerStub

  private constructor(server: TestServer, messenger: MessengerStub) {
    this.server = server
    this.#messenger = messenger
  }

  static async start(): Promise<ExampleWorld> {
    const messenger = await MessengerStub.start()
    const server = await TestServer.start(NOW, { messengerBases: [messenger.base] })
    const world = new ExampleWorld(server, messenger)
    await openMail(server)
    await world.#makeFirst()
    await world.#makeKitLink()
    await world.#makeReportLink()
    await world.#makeOthers()
    await world.#makeSite()
    return world
  }

  async end(): Promise<void> {
    await this.server.end()
    await this.#messenger.stop()
  }

  /** Application 10001, with MT5, codes, trading accounts, a user account and a file. */
  async #makeFirst(): Promise<void> {
    const { server } = this
    const { app } = await server.act('app_create', { name: 'Gold Grid' })
    if (app !== 10_001) throw new Error(`the first application has the number ${app}`)
    await server.act('app_update', {
      app,
      appkey: 'example-appkey-0001',
      rc4_key: 'example-rc4-0001',
      version: '1.2.0',
      version_info: 'Faster',
      app_update_show: 'Please update',
      app_update_url: FILE,
      app_gg: 'Closed on 25 December',
      scripts: { sig: 'print("hello")', ygg: 'print("cloud")' },
      mt5: {
        ...this.#messenger.settings,
        enabled: true,
        auto_trial: true,
        trial_seconds: 3 * 86_400,
        buy_url: BUY,
        messenger_enabled: true,
        bot_link: 'https://bot.example/',
        bind_secret: 'example-bind-secret',
      },
    })
    for (const api of ['getrc4', 'automaticsample', 'logongetapp', 'openrc42'] as const)
      await server.act('app_api_set', { app, api, on: true })
    await server.act('code_import', {
      app,
      rows: [
        { kami: 'DAY30-EXAMPLE-0001', type: 'time', unit: 'day', amount: 30 },
        { kami: 'DAY30-EXAMPLE-0002', type: 'time', unit: 'day', amount: 30, ...bound(NOW) },
        { kami: 'DAY30-EXAMPLE-0003', type: 'time', unit: 'day', amount: 30 },
      ],
    })
    const licensed = { app, vip: NOW + MONTH, license: 'VENDOR' }
    const { id } = await server.act('device_create', {
      ...licensed,
      account_key: '123456@Broker-Server',
      label: 'Zhang',
    })
    await server.act('device_control', { ids: [id], pause_open: true })
    await server.act('device_create', {
      ...licensed,
      account_key: '222222@Broker-Server',
      disabled: true,
      disable_reason: '退款',
    })
    const account = { app, user: 'trader_1', password: 'secret-1', qq: '10000', name: 'Trader' }
    await server.act('account_create', { ...account, vip: NOW + MONTH })
    await server.act('file_create', { app, url: FILE, note: '1.2.0' })
  }

  /** A link to a kit with a fixed token. */
  async #makeKitLink(): Promise<void> {
    await this.server.store.write(
      (unit) =>
        unit.kitLinks.insert({
          appId: 10_001,
          type: 'python',
          tokenDigest: digestToken('example-token-0001'),
          maxUses: 2,
          createdBy: 'owner',
          createdAt: NOW,
          expiresAt: NOW + 3600,
        }),
      { durable: true },
    )
  }

  /** A link to the report of one day with a fixed token. */
  async #makeReportLink(): Promise<void> {
    const day = NOW - 8 * 3600
    const ofDay = { day, profit: 100, rate: 0.01 }
    const money = { profit: 100, rate: 0.01, deposits: 0, withdrawals: 0 }
    await this.server.store.write(
      (unit) =>
        unit.reportLinks.insert({
          deviceId: 1,
          tokenDigest: digestToken('example-token-0002'),
          heading: 'masked',
          fromAt: day,
          toAt: NOW,
          content: {
            ...{ heading: '1****6', currency: 'USD', from: day, to: NOW, made_at: NOW, utc_offset: 0 },
            statistics: {
              ...{ ...money, days: 1, first: day, last: day, realised: 100, floating: 0 },
              ...{ drawdown: null, drawdown_rate: 0, recovery: null, best: ofDay, worst: ofDay },
              ...{ winning: 1, losing: 0, reported: 2.5 },
            },
            curve: [{ at: day, equity: 10_100, balance: 10_100, deposits: 0, withdrawals: 0 }],
            months: [{ ...money, days: 1, drawdown_rate: 0, winning: 1, losing: 0, month: '2027-01' }],
          },
          createdBy: 'owner',
          createdAt: NOW,
          expiresAt: NOW + 3600,
        }),
      { durable: true },
    )
  }

  /** Application 10002, whose traffic is RC4-2, and 10003 of a developer. */
  async #makeOthers(): Promise<void> {
    const { server } = this
    const { app } = await server.act('app_create', { name: 'Gold Grid Pro' })
    const keys = { appkey: 'example-appkey-0002', rc4_key: 'example-rc4-0002' }
    await server.act('app_update', { app, ...keys, encrypt: true, mi_type: 3 })
    await server.act('code_import', { app, rows: [{ kami: 'FOREVER-EXAMPLE', type: 'permanent' }] })
    await server.act('developer_create', { name: 'studio', password: PASSWORD })
    const studio = await ConsoleClient.signIn(server.running.consoleUrl, 'studio', PASSWORD)
    const own = await studio.call('app_create', { name: 'Studio EA' })
    await studio.call('app_update', {
      app: own.app,
      appkey: 'example-appkey-0003',
      rc4_key: 'example-rc4-0003',
    })
  }

  /** What customers see: the site, the owner's number, and a certification. */
  async #makeSite(): Promise<void> {
    const { server } = this
    await server.act('settings_set', {
      site: {
        name: 'Example',
        title: 'Gold Grid for MT5',
        contact: 'service@example.com',
        colour: '#1f6feb',
      },
    })
    await server.act('profile_set', { qq: '888888' })
    await server.act('certification_create', {
      product: 'gold-grid',
      url: 'https://shop.example.com',
      holder: 'Example Ltd',
      expires_at: NOW + MONTH,
    })
  }
}

function bound(at: number) {
  return { markcode: 'PC-0001', use_time: at, end_time: at + MONTH }
}
