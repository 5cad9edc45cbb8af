import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Store } from '../../../src-server/store/store.ts'
import { MailStub } from '../../support/mail-stub.ts'
import { callApi } from '../../support/runtime-client.ts'
import { TestServer } from '../../support/test-server.ts'
import { until } from '../../support/until.ts'
import { mailsOf, openMail, OWNER_MAILBOX } from '../mail-world.ts'
import { leaseOf, pass, storeOf, TAKE_OVER, taken } from './handover-world.ts'

const FOREVER = 4_102_243_200
/** A Wednesday, half an hour before the daily mails. */
const MORNING = Date.parse('2026-11-25T07:30:00Z') / 1000
const AT_EIGHT = 30 * 60
let server: TestServer
let stub: MailStub

beforeEach(async () => {
  server = await TestServer.startTwo(MORNING)
  stub = await MailStub.start()
  await openMail(server, stub)
  await server.act('notice_set', { language: 'en', security: false })
})
afterEach(async () => {
  for (const process of server.processes) process.goOn()
  await server.end()
  await stub.stop()
})

const store = () => storeOf(server)
const mails = () => mailsOf({ store: store() })
const lease = () => leaseOf(server)

/** Puts a mail to the owner into the outbox. */
const addMail = (key: string, to: Store = store()) =>
  to.write(
    async (unit) => {
      const owner = await unit.operators.owner()
      return unit.outbox.add({
        ...{ key, kind: 'mail', purpose: 'test', appId: null, deviceId: null },
        ...{ operatorId: owner?.id ?? 0, openId: '', subject: key, text: key, createdAt: server.clock.now() },
      })
    },
    { durable: true },
  )
const arrived = (subject: string) => stub.to(OWNER_MAILBOX).filter((mail) => mail.subject === subject)

it('the first copy is the steward, and the second one leaves it the lease', async () => {
  await pass(server, TAKE_OVER)
  expect(await lease()).toMatchObject({ epoch: 1 })
})

it('another copy sends what waits within 15 s after the steward ends', async () => {
  const [steward] = server.processes
  steward!.stop()
  await addMail('waits')
  await pass(server, TAKE_OVER)
  await taken(server)
  await until(() => arrived('waits').length > 0, 'the mail')
  expect(arrived('waits')).toHaveLength(1)
})

it('a steward that closes gives the lease back at once', async () => {
  await server.stopFirst()
  const isTaken = async () => (await server.store.read((unit) => unit.steward.find()))?.epoch === 2
  await until(isTaken, 'another steward')
  await addMail('after the stop', server.store)
  await until(() => arrived('after the stop').length > 0, 'the mail')
})

it('a steward that was stopped sends nothing that another one has sent', async () => {
  const [steward] = server.processes
  // The copy stops between the claim of the mail and its sending.
  steward!.stopsIf = async (own) => {
    const [mail] = await own.read((unit) => unit.outbox.dueMails(server.clock.now(), 1))
    return mail !== undefined && mail.claimedBy !== ''
  }
  await addMail('once')
  await until(() => steward!.isStopped, 'the claim')
  await pass(server, TAKE_OVER)
  await taken(server)
  // The other copy waits until the claim is over: the first one may be sending.
  expect(arrived('once')).toHaveLength(0)
  server.clock.pass(120)
  await until(async () => (await mails())[0]?.state === 'sent', 'the mail of the new steward')
  steward!.stopsIf = () => Promise.resolve(false)
  steward!.goOn()
  await addMail('later')
  await until(() => arrived('later').length > 0, 'a later mail')
  // The mail has arrived before its row says so.
  await until(async () => (await mails())[1]?.state === 'sent', 'the row of the later mail')
  expect(arrived('once')).toHaveLength(1)
  expect(await mails()).toMatchObject([{ state: 'sent', attempts: 1 }, { state: 'sent' }])
})

it('the mails of a day are written once, though the steward changes in their minute', async () => {
  const app = await server.application()
  await server.act('device_create', { app, account_key: '1@Ends', vip: server.clock.now() + 2 * 86_400 })
  server.clock.pass(AT_EIGHT)
  await until(async () => (await mails()).length > 0, 'the mails of the day')
  const [first] = await mails()
  server.processes[0]!.stop()
  await pass(server, TAKE_OVER)
  await taken(server)
  await addMail('after the day')
  await until(() => arrived('after the day').length > 0, 'a mail of the new steward')
  expect((await mails()).filter(({ purpose }) => purpose === first?.purpose)).toHaveLength(1)
})

it('a drawdown is one event, whichever copies get the pulses, and none again after a change of the steward', async () => {
  const app = await server.application({ mt5: { drawdown_threshold: 20 } })
  const { id } = await server.act('device_create', { app, account_key: '1@Deep', vip: FOREVER })
  const pulse = async (url: string, equity: number) => {
    const params = { account_key: '1@Deep', equity, balance: 1000, positions: 1 }
    await until(async () => (await callApi(url, 'mt5pulse', app, params)).code === 200, 'an answered pulse')
    await server.settle()
  }
  const events = async () => {
    const { rows } = await server.act('risk_list', { app, kind: 'drawdown' })
    return rows.map(({ subject_id, times }) => [subject_id, times])
  }
  for (const { publicUrl } of [server.twin, server.running, server.twin]) await pulse(publicUrl, 700)
  expect(await events()).toEqual([[id, 1]])
  await until(
    async () => (await store().read((unit) => unit.risks.events(0, 10))).length === 1,
    'the event on disk',
  )
  server.processes[0]!.stop()
  await pass(server, TAKE_OVER)
  await taken(server)
  await pulse(server.twin.publicUrl, 700)
  expect((await store().read((unit) => unit.risks.events(0, 10))).map(({ times }) => times)).toEqual([1])
})

it('a server of one copy takes the lease at each start, and renews it never', async () => {
  const alone = await TestServer.start(MORNING)
  const own = () => alone.store.read((unit) => unit.steward.find())
  expect(await own()).toMatchObject({ epoch: 1, beats: 0 })
  await alone.close()
  await alone.open()
  alone.clock.pass(60)
  const { looks } = alone
  await until(() => alone.looks > looks + 100, 'a turn of all chores')
  expect(await own()).toMatchObject({ epoch: 2, beats: 0 })
  await alone.end()
})
