import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MailStub } from '../support/mail-stub.ts'
import { until } from '../support/until.ts'
import { mailsOf, openMail, OWNER_MAILBOX } from './mail-world.ts'
import { HOUR, RequestWorld } from './request-world.ts'

let world: RequestWorld
let stub: MailStub
let app: number

beforeAll(async () => {
  world = await RequestWorld.start()
  stub = await MailStub.start()
  await openMail(world.server, stub)
  await world.owner.call('notice_set', { language: 'en', security: false })
  app = await world.server.application()
})
afterAll(async () => {
  await world.server.end()
  await stub.stop()
})

const subjects = () => stub.to(OWNER_MAILBOX).map(({ subject }) => subject)
const wait = (n: number) => until(() => subjects().length >= n, `${n} mails`)

describe('notices to people who decide requests', () => {
  it('report a new request at once, and those of the next ten minutes together', async () => {
    const first = await world.unbind(app, { contact: 'secret contact' })
    await wait(1)
    expect(subjects()).toEqual(['A new request: Gold Grid'])
    const { text } = stub.to(OWNER_MAILBOX)[0]!
    expect(text).toContain(`${first.number}  unbind  ${first.kami}`)
    expect(text).not.toContain('secret contact')
    world.server.clock.pass(60)
    const [second, third] = [await world.rebind(app), await world.unbind(app)]
    world.server.clock.pass(539)
    // The other application's notice is immediate, so the sweep has run.
    const other = await world.server.application()
    await world.unbind(other)
    await wait(2)
    world.server.clock.pass(1)
    await wait(3)
    expect(subjects()[2]).toBe('2 new requests: Gold Grid')
    const both = stub.to(OWNER_MAILBOX)[2]!.text
    expect(both).toContain(second.number)
    expect(both).toContain(third.number)
    expect(both).not.toContain(first.number)
  })

  it('report overdue requests once, and no decided ones', async () => {
    const before = subjects().length
    await world.pass(24 * HOUR)
    // Three here and one in the other application: all of them are overdue now or in some minutes.
    await until(
      () =>
        subjects()
          .slice(before)
          .some((subject) => subject.includes('too long')),
      'the mail',
    )
    await world.pass(HOUR)
    await until(() => {
      const late = subjects().slice(before)
      return late.length >= 2
    }, 'all of them')
    const late = (await mailsOf(world.server, { purpose: 'request_notice' })).filter(({ key }) =>
      key.startsWith('request_late:'),
    )
    expect(late.every(({ text }) => text.includes('Waiting longer than the 24 hours promised:'))).toBe(true)
    const reported = late.flatMap(({ text }) => text.match(/[A-Z0-9-]{8,} {2}(?:un|re)bind/g) ?? [])
    expect(reported).toHaveLength(4)
    expect(new Set(reported).size).toBe(4)
    const decided = await world.unbind(app)
    await wait(before + late.length + 1)
    await world.owner.call('auth_request_handle', { id: decided.id, decision: 'reject', note: 'no' })
    await world.pass(25 * HOUR)
    const later = await world.unbind(app)
    await until(() => stub.to(OWNER_MAILBOX).at(-1)?.text.includes(later.number), 'the next new one')
    expect(
      (await mailsOf(world.server, { purpose: 'request_notice' })).filter(({ key }) =>
        key.startsWith('request_late:'),
      ),
    ).toHaveLength(late.length)
  })

  it("go to nobody who doesn't want them", async () => {
    await world.owner.call('notice_set', { request: false })
    const rows = (await mailsOf(world.server, { purpose: 'request_notice' })).length
    world.server.clock.pass(HOUR)
    const quiet = await world.unbind(app)
    await world.owner.call('notice_set', { request: true })
    // The person gets the last hour's requests once they want notices, so the sweep saw it.
    await until(() => stub.to(OWNER_MAILBOX).at(-1)?.text.includes(quiet.number), 'the mail')
    expect((await mailsOf(world.server, { purpose: 'request_notice' })).length).toBe(rows + 1)
  })
})
