import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import type { MessageRecord } from '../../src-server/contract/actions/messages.ts'
import { MailStub } from '../support/mail-stub.ts'
import { MessengerStub } from '../support/messenger-stub.ts'
import { OWNER_PASSWORD, START, TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { EventStream } from './event-stream.ts'
import { leave, leaveDead, outgoing } from './message-world.ts'
import { addOperator, signIn } from './operators.ts'

let server: TestServer
let stub: MessengerStub
let mails: MailStub
let app: number

beforeAll(async () => {
  stub = await MessengerStub.start()
  mails = await MailStub.start()
  server = await TestServer.start(START, { messengerBases: [stub.base] })
})
beforeEach(async () => {
  stub.moods.splice(0)
  stub.delivered.splice(0)
  server.clock.pass(3600)
  app = await server.application({ mt5: { messenger_enabled: true, ...stub.settings } })
})
afterAll(async () => {
  await server.end()
  await stub.stop()
  await mails.stop()
})

const list = async (filter: ActionInput<'message_list'>['filter']): Promise<MessageRecord[]> =>
  (await server.act('message_list', { filter })).rows
const is = (
  id: number,
  expected: Partial<MessageRecord>,
  filter: ActionInput<'message_list'>['filter'] = { app },
) =>
  until(async () => {
    const row = (await list(filter)).find((one) => one.id === id)
    return (
      row !== undefined &&
      (Object.keys(expected) as (keyof MessageRecord)[]).every((member) => row[member] === expected[member])
    )
  }, JSON.stringify(expected))

describe('a message that was given up', () => {
  it('becomes a new message when it is sent again, because the service would drop the old key as a repeat', async () => {
    stub.moods.push('taken')
    await leave(server, { appId: app, text: 'x' })
    const { id } = await until(
      async () => (await list({ app })).find(({ attempts }) => attempts === 1),
      'a try',
    )
    server.clock.pass(3600)
    await is(id, { state: 'dead', last_error: 'unknown' })
    expect(await server.act('message_resend', { ids: [id, 99_999] })).toEqual({
      done: 1,
      skipped: [{ id: 99_999, reason: 'unknown' }],
    })
    await is(id, { state: 'sent', last_error: '' })
    expect(stub.delivered.map(({ text }) => text)).toEqual(['x', 'x'])
    expect(stub.delivered[0]!.uuid).not.toBe(stub.delivered[1]!.uuid)
    expect(await server.act('message_resend', { ids: [id] })).toEqual({
      done: 0,
      skipped: [{ id, reason: 'not_dead' }],
    })
  })

  it('disappears when it is discarded, and the others remain', async () => {
    const [first, second] = [await leaveDead(server, { appId: app }), await leaveDead(server, { appId: app })]
    expect(await server.act('message_discard', { ids: [first] })).toEqual({ done: 1, skipped: [] })
    expect((await list({ app })).map(({ id }) => id)).toEqual([second])
  })

  it('is given up after three days without delivery and deleted after 90; sent messages are deleted after 30', async () => {
    await leave(server, { kind: 'mail', purpose: 'violation', appId: app, operatorId: 1 }, { appId: app })
    const of = async (kind: 'mail' | 'messenger') => (await list({ app, kind }))[0]?.state
    await until(async () => (await of('messenger')) === 'sent', 'the message')
    const later = async (days: number) => {
      await server.close()
      server.clock.pass(days * 86_400)
      await server.open()
      // After an absence of days the clock is in doubt, and nothing is deleted until a person confirms it.
      await server.act('clock_confirm', {})
      await server.close()
      await server.open()
    }
    await later(2)
    expect(await of('mail')).toBe('waiting')
    await later(1.01)
    await until(async () => (await of('mail')) === 'dead', 'the mail')
    expect((await list({ app, kind: 'mail' }))[0]?.last_error).toBe('too_old')
    await later(27)
    await until(async () => (await of('messenger')) === undefined, 'the message to be forgotten')
    expect(await of('mail')).toBe('dead')
    await later(61)
    await until(async () => (await of('mail')) === undefined, 'the mail to be forgotten')
  })
})

describe('delivery counts and list', () => {
  it('count the waiting and the given-up messages, and list them by subject, the newest first', async () => {
    const before = await server.act('message_counts', {})
    const { id: device } = await server.act('device_create', { app, account_key: '7@A', vip: 4_102_243_200 })
    const dead = await leaveDead(server, { appId: app, deviceId: device, purpose: 'notify', openId: 'ou_1' })
    await leave(server, { kind: 'mail', purpose: 'violation', appId: app, operatorId: 1, subject: 'Report' })
    const counts = await server.act('message_counts', {})
    expect([counts.dead - before.dead, counts.waiting - before.waiting]).toEqual([1, 1])
    expect(counts.mail_server).toBe(false)
    const kinds = async (filter: ActionInput<'message_list'>['filter']) =>
      (await list({ ...filter, app })).map(({ kind }) => kind)
    expect(await kinds({})).toEqual(['mail', 'messenger'])
    expect(await kinds({ device })).toEqual(['messenger'])
    expect(await kinds({ state: 'waiting' })).toEqual(['mail'])
    expect(await kinds({ state: 'sent' })).toEqual([])
    expect(await kinds({ purpose: 'notify' })).toEqual(['messenger'])
    expect(await kinds({ kind: 'mail' })).toEqual(['mail'])
    expect((await list({ device }))[0]).toMatchObject({ id: dead, account_key: '7@A', to: 'ou_1' })
    expect((await server.act('message_list', { search: 'Report', filter: { app } })).rows).toHaveLength(1)
    await server.act('message_discard', { ids: [dead] })
  })

  it('page by the cursor', async () => {
    const ids = []
    for (let n = 0; n < 5; n++) ids.unshift(await leaveDead(server, { appId: app }))
    const seen: number[] = []
    let after: string | undefined
    do {
      const page = await server.act('message_list', {
        size: 2,
        filter: { app },
        ...(after !== undefined && { after }),
      })
      seen.push(...page.rows.map(({ id }) => id))
      after = page.next ?? undefined
      expect(page.total).toBe(5)
    } while (after !== undefined)
    expect(seen).toEqual(ids)
  })

  it('show developers the messages of their applications and those addressed to them, and no others', async () => {
    const id = await addOperator(server, 'sees messages', 'developer')
    const client = await signIn(server, 'sees messages')
    const { app: own } = await client.call('app_create', { name: 'Own' })
    const mine = await leaveDead(server, { appId: own })
    const addressed = await leaveDead(server, {
      kind: 'mail',
      purpose: 'security',
      operatorId: id,
      appId: null,
    })
    const foreign = [
      await leaveDead(server, { appId: app }),
      await leaveDead(server, { kind: 'mail', purpose: 'security', operatorId: 1, appId: null }),
    ]
    expect((await client.call('message_list', {})).rows.map((row) => row.id)).toEqual([addressed, mine])
    expect((await client.call('message_list', { filter: { state: 'dead' } })).rows).toHaveLength(2)
    expect(await client.call('message_counts', {})).toMatchObject({ dead: 2, waiting: 0 })
    expect(await client.call('message_discard', { ids: [mine, addressed, ...foreign] })).toEqual({
      done: 2,
      skipped: foreign.map((one) => ({ id: one, reason: 'unknown' })),
    })
  })
})

describe('live changes of the list', () => {
  it('report a message that came and left at once, though the counts are the same, and only to readers of the list', async () => {
    const owner = await server.owner()
    await addOperator(server, 'hears messages', 'developer')
    const developer = await signIn(server, 'hears messages')
    const { app: own } = await developer.call('app_create', { name: 'Heard' })
    const [mine, theirs] = await Promise.all(
      [owner, developer].map(({ url, cookie }) => EventStream.open(url, cookie)),
    )
    const sent = { state: 'sent', lastError: '', parcel: '', sentAt: server.clock.now() } as const
    const record = (appId: number) =>
      server.store.write((unit) => unit.outbox.record(outgoing(server, { appId }), sent), { durable: true })
    const counts = (stream: EventStream | undefined) => stream?.of('message') ?? []
    try {
      await until(() => counts(mine).length === 1 && counts(theirs).length === 1, 'how many wait at first')
      await record(app)
      await until(() => counts(mine).length === 2, 'the message that left')
      await record(own)
      await until(() => counts(theirs).length === 2, 'that of the developer')
      expect(counts(theirs)).toEqual([
        { waiting: 0, dead: 0 },
        { waiting: 0, dead: 0 },
      ])
      expect(counts(mine)[1]).toEqual(counts(mine)[0])
      const { waiting, dead } = await server.act('message_counts', {})
      expect(counts(mine)[0]).toEqual({ waiting, dead })
    } finally {
      mine?.close()
      theirs?.close()
    }
  })
})

it('a sender that stops in the middle and starts again sends the same message', async () => {
  stub.moods.push('hang')
  await leave(server, { appId: app, text: 'one' }, { appId: app, text: 'two' })
  await until(() => stub.moods.length === 0, 'the message under way')
  const begun = performance.now()
  await server.close()
  expect(performance.now() - begun).toBeLessThan(5000)
  await server.open()
  const ids = (await list({ app })).map(({ id }) => id)
  for (const id of ids) await is(id, { state: 'sent' })
  expect(stub.delivered.map(({ text }) => text)).toEqual(['one\ntwo'])
})

describe('mails', () => {
  const mail = {
    kind: 'mail',
    purpose: 'violation',
    operatorId: 1,
    subject: 'Report',
    text: 'debugger found',
  } as const

  it('wait without a mail server, without counting as a try, and leave when there is one', async () => {
    await server.act('profile_set', { email: 'owner@example.com' })
    await leave(server, { ...mail, appId: app })
    const [row] = await list({ app })
    expect(row).toMatchObject({
      state: 'waiting',
      attempts: 0,
      last_error: 'no_mail_server',
      to: 'o***@example.com',
    })
    await server.act('step_up', { password: OWNER_PASSWORD })
    await server.act('settings_set', { mail: mails.settings })
    await is(row!.id, { state: 'sent', attempts: 1, last_error: '' })
    expect(mails.to('owner@example.com').map(({ text }) => text.trim())).toContain('debugger found')
  })

  it('are tried again after a temporary refusal and given up after a permanent one', async () => {
    mails.moods.push('later', 'refused')
    await leave(server, { ...mail, appId: app })
    const [row] = await list({ app })
    await is(row!.id, { state: 'waiting', last_error: 'later', attempts: 1 })
    server.clock.pass(59)
    expect((await list({ app }))[0]).toMatchObject({ attempts: 1 })
    server.clock.pass(1)
    await is(row!.id, { state: 'dead', last_error: 'refused', attempts: 2 })
  })

  it('are given up for a person without a mailbox', async () => {
    const operatorId = await addOperator(server, 'no mailbox', 'developer')
    await server.store.write((unit) => unit.operators.update(operatorId, { email: '' }), { durable: true })
    await leave(server, { ...mail, operatorId, appId: app })
    const [row] = await list({ app })
    await is(row!.id, { state: 'dead', last_error: 'no_recipient', attempts: 0 })
  })
})

it('messages leave once where the store repeats a read', async () => {
  const repeated = await TestServer.start(START, { messengerBases: [stub.base], repeatsReads: true })
  const other = await repeated.application({ mt5: { messenger_enabled: true, ...stub.settings } })
  const recipients = Array.from({ length: 40 }, (_, at) => `ou_repeated_${at}`)
  await leave(repeated, ...recipients.map((openId) => ({ appId: other, openId, text: `to ${openId}` })))
  const sent = () => stub.delivered.filter(({ text }) => text.startsWith('to ou_repeated_'))
  await until(() => {
    repeated.clock.pass(1)
    return sent().length >= recipients.length
  }, 'all messages')
  await repeated.end()
  expect(new Set(sent().map(({ text }) => text)).size).toBe(recipients.length)
  expect(sent()).toHaveLength(recipients.length)
})
