import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import type { ChannelConfig } from '../../src-server/contract/channel-names.ts'
import { addressOf, channelRoutesOf } from '../../src-server/services/channels/channel-routes.ts'
import { bark } from '../support/channels/bark.ts'
import { ChannelStub, STAND_INS } from '../support/channels/channel-stub.ts'
import { dingtalk } from '../support/channels/dingtalk.ts'
import { discord } from '../support/channels/discord.ts'
import { slack } from '../support/channels/slack.ts'
import { telegram } from '../support/channels/telegram.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { MailStub } from '../support/mail-stub.ts'
import { START, TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { openMail, OWNER_MAILBOX } from './mail-world.ts'
import { leave } from './message-world.ts'
import { addOperator, signIn } from './operators.ts'

let server: TestServer
let stub: ChannelStub
let mail: MailStub
let developer: ConsoleClient
let owner: number
let developerId: number

beforeAll(async () => {
  server = await TestServer.start(START, { alertMs: 2000 })
  stub = await ChannelStub.start(() => server.clock.nowMs())
  mail = await MailStub.start()
  const made = await makeDeveloper('Dev')
  developer = made.client
  developerId = made.id
  owner = (await server.act('me', {})).operator
})
afterAll(async () => {
  await server.end()
  await stub.stop()
  await mail.stop()
})

const order = (fields: ChannelConfig, more: Partial<ActionInput<'channel_save'>> = {}) => ({
  kind: 'telegram' as const,
  name: 'My phone',
  fields,
  ...more,
})
const save = (fields: ChannelConfig, more: Partial<ActionInput<'channel_save'>> = {}) =>
  server.act('channel_save', order(fields, more))
const refused = async (client: ConsoleClient, input: ActionInput<'channel_save'>) => {
  const { code, fields } = await client.try('channel_save', input)
  return { code, fields }
}
async function makeDeveloper(name: string): Promise<{ id: number; client: ConsoleClient }> {
  const id = await addOperator(server, name, 'developer')
  return { id, client: await signIn(server, name) }
}
const lastTo = async (channel: number) =>
  (await server.store.read((unit) => unit.outbox.lastOfChannel(channel)))!
const fateOf = async (channel: number, operatorId = owner) => {
  await leave(server, { kind: 'channel', openId: '', operatorId, channelId: channel, text: 'x' })
  return until(async () => {
    const { state, lastError } = await lastTo(channel)
    return state !== 'waiting' && `${state} ${lastError}`.trim()
  }, 'the end of a message')
}

describe('a saved channel', () => {
  it('gives no secret back, in no answer and in no row of the audit log', async () => {
    for (const standIn of STAND_INS) {
      const { id } = await save(standIn.fields(stub.base, 1), { kind: standIn.kind })
      await server.act('channel_test', { channel: id })
      await server.act('channel_check', { channel: id })
      const wrong = await save(standIn.wrong(stub.base), { kind: standIn.kind, channel: id })
      await server.act('channel_test', { channel: wrong.id })
    }
    const seen = JSON.stringify([
      await server.act('channel_list', {}),
      await server.act('audit_list', { size: 200 }),
      server.log.warnings,
    ])
    for (const standIn of STAND_INS) for (const key of standIn.keys) expect(seen.includes(key)).toBe(false)
    const { rows } = await server.act('channel_list', {})
    expect(rows.map(({ kind, kept }) => [kind, kept])).toContainEqual(['dingtalk', ['url', 'secret']])
    for (const { id } of rows) await server.act('channel_delete', { channel: id })
  })

  it('keeps a secret that is left empty, and forgets what a check found when it changes', async () => {
    const saved = await save(telegram.fields(stub.base, 2))
    await server.act('channel_check', { channel: saved.id })
    const renamed = await save(
      { token: '', chat: '5002', base: stub.base },
      { channel: saved.id, name: 'Desk' },
    )
    expect(renamed).toMatchObject({ name: 'Desk', kept: ['token'], checked_at: server.clock.now() })
    expect(await server.act('channel_test', { channel: saved.id })).toEqual({ sent: true, error: null })
    const moved = await save({ chat: '5003' }, { channel: saved.id })
    expect(moved).toMatchObject({ chat: '5003', checked_at: null, last_error: '' })
    expect(await refused(await server.owner(), order({}, { kind: 'mail', channel: saved.id }))).toEqual({
      code: 422,
      fields: { kind: 'fixed' },
    })
  })

  it('is refused where a field is missing, and after twenty', async () => {
    expect(await refused(developer, order({ chat: '1' }))).toEqual({
      code: 422,
      fields: { token: 'missing' },
    })
    for (let n = 0; n < 20; n++) await developer.call('channel_save', order({}, { kind: 'mail' }))
    expect(await refused(developer, order({}, { kind: 'mail' }))).toMatchObject({ code: 409 })
    for (const { id } of (await developer.call('channel_list', {})).rows)
      await developer.call('channel_delete', { channel: id })
  })
})

describe('an address', () => {
  const hook = (url: string) => order({ url }, { kind: 'slack' })
  const faultOf = async (url: string, client = developer) =>
    (await refused(client, hook(url))).fields?.['url']

  it('is the own one of the service, in the form of its webhooks', async () => {
    expect(await faultOf('https://hooks.slack.com/services/T0/B0/abc')).toBeUndefined()
    expect(await faultOf('https://hooks.slack.com/docs')).toBe('path')
    expect(await faultOf('hooks.slack.com/services/T0/B0/abc')).toBe('address')
    expect(await faultOf('ftp://hooks.slack.com/services/T0/B0/abc')).toBe('address')
    expect(await faultOf('https://me:pass@hooks.slack.com/services/T0/B0/abc')).toBe('address')
  })

  it.each([
    ['https://chat.example.com/hooks/abc', 'host'],
    ['https://hooks.slack.com.example.com/services/T0/B0/abc', 'host'],
    ['https://hooks.slack.com:8443/services/T0/B0/abc', 'host'],
    ['https://169.254.169.254/services/T0/B0/abc', 'host'],
    ['https://[::1]/services/T0/B0/abc', 'host'],
    ['http://hooks.slack.com/services/T0/B0/abc', 'https'],
    ['http://localhost/services/T0/B0/abc', 'https'],
    ['http://0x7f000001/services/T0/B0/abc', 'https'],
  ])('of a developer is not %s', async (url, fault) => {
    expect(await faultOf(url)).toBe(fault)
  })

  it('is another one where the owner allows it, as long as they do', async () => {
    const own = order(slack.fields(stub.base, 30), { kind: 'slack' })
    expect(await refused(developer, own)).toMatchObject({ code: 422, fields: { url: 'https' } })
    await server.act('settings_set', { outside: { listed: [stub.base] } })
    const { id } = await developer.call('channel_save', own)
    expect(await fateOf(id, developerId)).toBe('sent')
    await server.act('settings_set', { outside: { listed: [] } })
    server.clock.pass(10)
    expect(await fateOf(id, developerId)).toBe('dead base')
    expect(await developer.call('channel_test', { channel: id })).toMatchObject({
      sent: false,
      error: 'base',
    })
    expect(await developer.call('channel_check', { channel: id })).toMatchObject({
      rows: [{ check: 'address', state: 'missing' }],
    })
  })
})

describe('a message', () => {
  it('is given up for a channel that is off or gone', async () => {
    const { id } = await save(telegram.fields(stub.base, 40))
    await save({}, { channel: id, enabled: false })
    expect(await fateOf(id)).toBe('dead switched_off')
    await server.act('channel_delete', { channel: id })
    expect(await fateOf(id)).toBe('dead no_recipient')
  })

  it('is given up for a person who is shut out', async () => {
    const { client, id } = await makeDeveloper('Gone')
    const channel = await client.call('channel_save', order({ token: '7:abc', chat: '1' }))
    await server.act('developer_freeze', { id })
    expect(await fateOf(channel.id, id)).toBe('dead no_recipient')
  })

  it('is given up where the chat blocked the bot', async () => {
    const { id } = await save({ ...telegram.fields(stub.base, 41), chat: '6666' })
    expect(await fateOf(id)).toBe('dead recipient 403')
  })

  it('shares the limit of a webhook with the channels of other people', async () => {
    const first = await save(slack.fields(stub.base, 42), { kind: 'slack' })
    const second = await save(slack.fields(stub.base, 42), { kind: 'slack' })
    stub.throttled = 0
    const to = { kind: 'channel', openId: '', operatorId: owner } as const
    await leave(server, { ...to, channelId: first.id, text: 'a' }, { ...to, channelId: second.id, text: 'b' })
    await until(async () => {
      server.clock.pass(1)
      return (await lastTo(first.id)).state === 'sent' && (await lastTo(second.id)).state === 'sent'
    }, 'both')
    expect(stub.throttled).toBe(0)
  })
})

describe('a check', () => {
  const check = async (channel: number) => (await server.act('channel_check', { channel })).rows

  it('of Telegram names the bot and the chat, and sends nothing', async () => {
    const before = stub.delivered.length
    const { id } = await save(telegram.fields(stub.base, 50))
    expect(await check(id)).toMatchObject([
      { check: 'address', state: 'ok' },
      { check: 'key', state: 'ok', name: 'gold_alert_bot' },
      { check: 'chat', state: 'ok', name: 'Mei' },
    ])
    await save({ chat: 'nobody' }, { channel: id })
    expect((await check(id))[2]).toMatchObject({ check: 'chat', state: 'missing', code: 400 })
    await save(telegram.wrong(stub.base), { channel: id })
    expect((await check(id))[1]).toMatchObject({ check: 'key', state: 'missing', code: 401 })
    const { rows } = await server.act('channel_list', {})
    expect(rows.find((row) => row.id === id)).toMatchObject({ last_error: 'credentials 401' })
    expect(stub.delivered.length).toBe(before)
  })

  it('of Discord and Bark reads the webhook and the phone', async () => {
    const hook = await save(discord.fields(stub.base, 51), { kind: 'discord' })
    expect((await check(hook.id))[1]).toMatchObject({ check: 'key', state: 'ok', name: 'Alerts' })
    const phone = await save(bark.fields(stub.base, 52), { kind: 'bark' })
    expect(await check(phone.id)).toMatchObject([{ state: 'ok' }, { check: 'key', state: 'ok' }])
    await save(bark.wrong(stub.base), { kind: 'bark', channel: phone.id })
    expect((await check(phone.id))[1]).toMatchObject({ check: 'key', state: 'missing' })
  })

  it('of a service without such a call says that only a test shows it', async () => {
    const { id } = await save(dingtalk.fields(stub.base, 53), { kind: 'dingtalk' })
    expect((await check(id))[1]).toMatchObject({ check: 'key', state: 'unknown' })
  })

  it('may be made at any time, a test ten times in ten minutes', async () => {
    const { id } = await save(bark.fields(stub.base, 54), { kind: 'bark' })
    for (let n = 0; n < 10; n++) {
      await server.act('channel_test', { channel: id })
      server.clock.pass(3)
    }
    const { code } = await (await server.owner()).try('channel_test', { channel: id })
    expect(code).toBe(429)
  })
})

describe('a mail channel', () => {
  it('misses a mail server and a mailbox until both are there', async () => {
    const { id } = await save({}, { kind: 'mail', name: 'My mailbox' })
    expect((await server.act('channel_check', { channel: id })).rows).toMatchObject([
      { check: 'mail_server', state: 'missing' },
      { check: 'mailbox', state: 'missing' },
    ])
    expect(await server.act('channel_test', { channel: id })).toEqual({
      sent: false,
      error: 'no_mail_server',
    })
    await openMail(server, mail)
    expect(await server.act('channel_test', { channel: id })).toEqual({ sent: true, error: null })
    const routes = await server.store.read((unit) => channelRoutesOf(unit, [owner], 'high'))
    const route = routes.find(({ channelId }) => channelId === id)!
    await leave(server, { ...addressOf(route), subject: 'Drawdown', text: 'by mail' })
    await until(() => mail.to(OWNER_MAILBOX).some(({ text }) => text.includes('by mail')), 'the mail')
    const { rows } = await server.act('channel_list', {})
    expect(rows.find((row) => row.id === id)?.last).toMatchObject({ text: 'by mail' })
  })
})

describe('the routes of an alert', () => {
  it('are the enabled channels of its level, person by person', async () => {
    const { client, id: person } = await makeDeveloper('Routed')
    const make = async (more: Partial<ActionInput<'channel_save'>>) =>
      (await client.call('channel_save', order({}, { kind: 'mail', ...more }))).id
    const any = await make({})
    const high = await make({ min_level: 'high' })
    await make({ enabled: false })
    const routed = async (level: 'low' | 'medium' | 'high') =>
      (await server.store.read((unit) => channelRoutesOf(unit, [person, person, 987_654], level))).map(
        ({ channelId }) => channelId,
      )
    expect(await routed('low')).toEqual([any])
    expect(await routed('medium')).toEqual([any])
    expect(await routed('high')).toEqual([any, high])
    await server.act('developer_freeze', { id: person })
    expect(await routed('high')).toEqual([])
  })
})

describe('an alert about an account', () => {
  const FOREVER = 4_102_243_200
  const sentTo = (to: string) => stub.delivered.filter((one) => one.to === to).map(({ text }) => text)

  it('reaches the channels of the owner of the application, with no messenger at all', async () => {
    const name = 'Vendor'
    await addOperator(server, name, 'developer')
    const client = await signIn(server, name)
    await server.act('settings_set', { outside: { listed: [stub.base] } })
    await client.call('channel_save', order(telegram.fields(stub.base, 70)))
    const quiet = order(bark.fields(stub.base, 70), { kind: 'bark', enabled: false })
    await client.call('channel_save', quiet)
    const { app } = await client.call('app_create', { name: 'Gold Grid' })
    const mt5 = { enabled: true, drawdown_threshold: 30 } as const
    await client.call('app_update', { app, sign: false, window: 0, language: 'en', mt5 })
    await client.call('device_create', { app, account_key: '7@Demo', vip: FOREVER })
    await server.api('mt5pulse', app, { account_key: '7@Demo', dd: '35' })
    await until(() => {
      server.clock.pass(1)
      return sentTo('5070').length > 0
    }, 'the alert')
    expect(sentTo('5070')).toEqual([expect.stringContaining('7@Demo')])
    expect(sentTo(String(bark.fields('', 70).key))).toEqual([])
    const { rows } = await client.call('message_list', { filter: { app } })
    expect(rows).toMatchObject([{ kind: 'channel', purpose: 'drawdown', to: 'My phone' }])
  })
})
