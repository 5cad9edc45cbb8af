import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import { MailStub } from '../support/mail-stub.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { until } from '../support/until.ts'
import { mailsOf, openMail, OWNER_MAILBOX } from './mail-world.ts'
import { addOperator, signIn } from './operators.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/** A Wednesday, half an hour before the daily mails. */
const MORNING = Date.parse('2026-11-25T07:30:00Z') / 1000
const AT_EIGHT = 30 * 60
let server: TestServer
let stub: MailStub
let owner: ConsoleClient
let app: number

beforeEach(async () => {
  server = await TestServer.start(MORNING)
  stub = await MailStub.start()
  await openMail(server, stub)
  owner = await server.owner()
  await owner.call('notice_set', { language: 'en', security: false })
  app = await server.application()
})
afterEach(async () => {
  await server.end()
  await stub.stop()
})

/** Lets time pass. Sessions may end meanwhile. */
async function pass(seconds: number): Promise<void> {
  server.clock.pass(seconds)
  owner = await signIn(server, 'owner', OWNER_PASSWORD)
}
const account = (key: string, endsIn: number, more: Partial<ActionInput<'device_create'>> = {}) =>
  owner.call('device_create', { app, account_key: key, vip: server.clock.now() + endsIn, ...more })
const arrived = (subject: string) => stub.to(OWNER_MAILBOX).filter((mail) => mail.subject.includes(subject))
const wait = (subject: string, n: number) =>
  until(() => (arrived(subject).length >= n ? arrived(subject) : undefined), `${n} mails “${subject}”`)

/**
 * Waits until the day's mails are written, shown by one mail to another person: an unexpected mail would be
 * there by then.
 */
async function passRound(seconds: number): Promise<void> {
  const before = (await mailsOf(server, { operatorId: other })).length
  await pass(seconds)
  await until(
    async () => (await mailsOf(server, { operatorId: other })).length > before,
    'the mails of the day',
  )
}
let other = 0
/** A developer with a daily digest, which is written after the reminders and after the owner's mails. */
async function addOtherDeveloper(): Promise<void> {
  other = await addOperator(server, 'other', 'developer')
  const client = await signIn(server, 'other')
  await client.call('profile_set', { email: 'other@example.com' })
  await client.call('notice_set', { digest: true, expiry: false, security: false })
}

describe('notices of ending licences', () => {
  it('are sent the day an end comes near, the soonest first, and not again until another end comes near', async () => {
    await addOtherDeveloper()
    await account('300@Broker', 3 * DAY)
    await account('100@Broker', 2 * DAY, { label: 'Ann\r\nBcc: eve@example.com' })
    await account('800@Broker', 8 * DAY)
    await account('400@Broker', 4 * DAY, { disabled: true })
    await pass(AT_EIGHT)
    const [first] = await wait('licences end', 1)
    expect(first?.subject).toBe('2 licences end within 7 days')
    const lines = first?.text.split('\n') ?? []
    expect(lines[0]).toMatch(/^2026-11-27 07:30 {2}100@Broker \(Ann Bcc: eve@example\.com\) {2}Gold Grid$/)
    expect(lines[1]).toMatch(/^2026-11-28 07:30 {2}300@Broker {2}Gold Grid$/)
    // The next day the third end is near. The day after brings none.
    await pass(DAY)
    expect((await wait('licences end', 2))[1]?.subject).toBe('3 licences end within 7 days')
    await passRound(DAY)
    expect(arrived('licences end')).toHaveLength(2)
    // An extended licence whose new end is near counts as another one.
    await owner.call('device_update', {
      id: (await owner.call('device_list', { search: '300@Broker' })).rows[0]!.id,
      vip: server.clock.now() + 5 * DAY,
    })
    await pass(DAY)
    await wait('licences end', 3)
  })

  it('go to the developer of the application', async () => {
    await addOperator(server, 'maker', 'developer')
    const maker = await signIn(server, 'maker')
    await maker.call('profile_set', { email: 'maker@example.com' })
    const own = (await maker.call('app_create', { name: 'Theirs' })).app
    await maker.call('app_update', { app: own, mt5: { enabled: true } })
    await maker.call('device_create', { app: own, account_key: '1@B', vip: server.clock.now() + DAY })
    await maker.call('notice_set', { language: 'en', security: false })
    await addOtherDeveloper()
    await pass(AT_EIGHT)
    await until(() => stub.to('maker@example.com').length > 0, 'the mail')
    expect(stub.to('maker@example.com').map(({ subject }) => subject)).toEqual([
      'A licence ends within 7 days',
    ])
    expect(arrived('licence')).toEqual([])
  })

  it('are sent later the same day by a server that was off', async () => {
    await account('100@Broker', 2 * DAY)
    await server.close()
    server.clock.pass(AT_EIGHT + 9 * HOUR)
    await server.open()
    await wait('A licence ends', 1)
  })
})

describe('the daily digest', () => {
  it('summarizes the state once a day, also over a restart, by the set clock', async () => {
    await addOtherDeveloper()
    await owner.call('notice_set', { digest: true, expiry: false })
    await owner.call('settings_set', { notices: { digest_time: '07:45' }, site: { name: 'Gold\tDesk' } })
    await account('100@Broker', 2 * DAY)
    await account('200@Broker', 90 * DAY)
    const dd = { dd: 12.5, equity: 1000, balance: 1000, positions: 1 }
    await server.api('mt5pulse', app, { account_key: '200@Broker', ...dd })
    await pass(15 * 60 - 1)
    expect(await mailsOf(server, { purpose: 'digest' })).toEqual([])
    await pass(1)
    const [digest] = await wait('Daily digest', 1)
    expect(digest?.subject).toBe('Gold Desk Daily digest 2026-11-25')
    expect(digest?.text).toContain('1 never seen')
    expect(digest?.text).toContain('Licences that end within 7 days: 1')
    expect(digest?.text).toContain('12.5%  200@Broker')
    await server.close()
    server.clock.pass(HOUR)
    await server.open()
    await until(async () => (await mailsOf(server, { purpose: 'digest' })).length >= 2, 'both digests')
    await pass(DAY)
    await wait('Daily digest', 2)
    expect(arrived('Daily digest').map(({ subject }) => subject)).toEqual([
      'Gold Desk Daily digest 2026-11-25',
      'Gold Desk Daily digest 2026-11-26',
    ])
  })

  it('has a burst in one line, the snoozed events, and times in the zone of its reader', async () => {
    await owner.call('notice_set', { digest: true, expiry: false })
    await owner.call('preferences_set', { time_zone: 'Asia/Tokyo' })
    await owner.call('settings_set', { notices: { digest_time: '08:00' } })
    await owner.call('app_update', { app, mt5: { drawdown_threshold: 30 } })
    for (const key of ['1@Broker', '2@Broker', '3@Broker']) await account(key, 90 * DAY)
    const { id: device } = await account('4@Broker', 90 * DAY)
    const fall = (key: string) => server.api('mt5pulse', app, { account_key: key, dd: 40 })
    const at = server.clock.now()
    for (const key of ['1@Broker', '2@Broker', '3@Broker']) await fall(key)
    await owner.call('risk_snooze', { device, until: at + DAY / 2 })
    await fall('4@Broker')
    await pass(60)
    await until(
      () => server.store.read(async (unit) => (await unit.alerts.snoozedSince(at)).length > 0),
      'the snoozed event',
    )
    await pass(AT_EIGHT - 60)
    const [digest] = await wait('Daily digest', 1)
    expect(digest?.text).toContain(
      'Alerts of the last 24 hours (4):\n2026-11-25 16:30  drawdown  Gold Grid: 3 of them\n',
    )
    expect(digest?.text).toContain('Snoozed, without a message (1):\n1  drawdown  Gold Grid\n')
  })

  it("is not sent by a server that comes hours too late, and not to people who don't want it", async () => {
    await owner.call('notice_set', { digest: true })
    await account('100@Broker', 2 * DAY)
    await server.close()
    server.clock.pass(AT_EIGHT + 4 * HOUR)
    await server.open()
    await wait('A licence ends', 1)
    expect(await mailsOf(server, { purpose: 'digest' })).toEqual([])
    owner = await server.owner()
    await owner.call('notice_set', { digest: false })
    await addOtherDeveloper()
    await passRound(DAY - 3 * HOUR)
    expect(arrived('Daily digest')).toEqual([])
  })
})

it('waits as a mail for a mail server that is down, and is given up for a refused mailbox', async () => {
  const report = (text: string) =>
    fetch(`${server.running.publicUrl}/api.php?api=violationsinfo&app=${app}`, {
      method: 'POST',
      body: new URLSearchParams({ msg: text }),
    })
  const { port } = stub
  await stub.stop()
  expect(await (await report('one\r\nBcc: eve@example.com')).text()).toBe('')
  const state = async () => (await mailsOf(server, { purpose: 'violation' }))[0]
  await until(async () => (await state())?.lastError.startsWith('unreachable'), 'an attempt')
  stub = await MailStub.start({ port })
  await until(async () => {
    server.clock.pass(60)
    return (await state())?.state === 'sent'
  }, 'the mail')
  const [mail, ...others] = arrived('Violation report')
  expect(others).toEqual([])
  expect(mail?.text).toContain('one \nBcc: eve@example.com\n')
  expect(mail?.headers.has('bcc')).toBe(false)
  expect(mail?.headers.get('auto-submitted')).toEqual(['auto-generated'])
  expect(mail?.envelopeTo).toEqual([OWNER_MAILBOX])

  owner = await signIn(server, 'owner', OWNER_PASSWORD)
  await owner.call('profile_set', { email: 'nobody@example.com' })
  server.clock.pass(HOUR)
  await report('two')
  await until(async () => {
    const rows = await mailsOf(server, { purpose: 'violation' })
    return rows.at(-1)?.state === 'dead' && rows.at(-1)?.lastError.startsWith('recipient')
  }, 'the refusal')
})
