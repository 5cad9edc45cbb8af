import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MailStub } from '../support/mail-stub.ts'
import { TestServer } from '../support/test-server.ts'
import { openMail, OWNER_MAILBOX } from './mail-world.ts'
import { addOperator, signIn } from './operators.ts'

const SECRET = 'the mail password'
const NO_SERVER = { host: '', user: '', from_address: '' }
let server: TestServer
let stub: MailStub

beforeAll(async () => {
  server = await TestServer.start()
  stub = await MailStub.start({ auth: { user: 'desk', password: SECRET } })
})
beforeEach(() => server.act('settings_set', { mail: NO_SERVER }))
afterAll(async () => {
  await server.end()
  await stub.stop()
})

const refusal = async (name: string, input: unknown) => (await server.owner()).try(name, input)

describe('settings of the mail server', () => {
  it('show that a password exists, and never the password', async () => {
    await openMail(server, stub)
    const settings = await server.act('settings_get', {})
    expect(settings).toMatchObject({ mail_password_set: true, mail: { user: 'desk', password: '' } })
    expect(JSON.stringify(await server.act('audit_list', {}))).not.toContain(SECRET)
    const [row] = (await server.act('audit_list', { filter: { action: 'settings_set' } })).rows
    expect(JSON.stringify(await server.act('audit_get', { id: row!.id }))).not.toContain(SECRET)
  })

  it('keep the password when an empty one comes, drop it with the name, and accept a new one', async () => {
    await openMail(server, stub)
    const set = (mail: object) => server.act('settings_set', { mail })
    expect(await set({ ...stub.settings, password: '', from_name: 'Desk' })).toMatchObject({
      mail_password_set: true,
    })
    expect(await server.act('mail_test', {})).toMatchObject({ failed: null })
    expect(await set({ password: 'another one' })).toMatchObject({ mail_password_set: true })
    expect(await server.act('mail_test', {})).toMatchObject({ failed: 'credentials' })
    expect(await set({ user: '' })).toMatchObject({ mail_password_set: false })
    expect(await set({ user: 'desk' })).toMatchObject({ mail_password_set: false })
  })

  it.each([
    [{ host: 'smtp.example.com' }, 'mail.from_address'],
    [{ host: 'smtp.example.com', from_address: 'not one' }, 'mail.from_address'],
    [{ host: 'smtp example', from_address: 'desk@example.com' }, 'mail.host'],
    [{ port: 0 }, 'mail.port'],
    [{ security: 'none' }, 'mail.security'],
  ])('refuse %j with its member', async (mail, member) => {
    const reply = await refusal('settings_set', { mail })
    expect(reply.code).toBe(422)
    expect(Object.keys(reply.fields ?? {})).toContain(member)
    expect((await server.act('settings_get', {})).mail.host).toBe('')
  })
})

describe('a test mail', () => {
  it("goes at once to the named mailbox, or to the caller's", async () => {
    await openMail(server, stub)
    expect(await server.act('mail_test', {})).toEqual({ to: OWNER_MAILBOX, failed: null, detail: '' })
    expect(await server.act('mail_test', { to: 'ann@example.com' })).toMatchObject({ failed: null })
    expect(stub.to(OWNER_MAILBOX).at(-1)).toMatchObject({ subject: 'Pulsekey: 测试邮件', user: 'desk' })
    await server.act('notice_set', { language: 'en' })
    await server.act('mail_test', { to: 'ann@example.com' })
    expect(stub.to('ann@example.com').map(({ subject }) => subject)).toEqual([
      'Pulsekey: 测试邮件',
      'Pulsekey: Test mail',
    ])
    await server.act('notice_set', { language: '' })
  })

  it('reports why it did not arrive, without the password', async () => {
    await openMail(server, stub)
    expect(await server.act('mail_test', { to: 'nobody@example.com' })).toEqual({
      to: 'nobody@example.com',
      failed: 'recipient',
      detail: '550 5.1.1 there is nobody like that',
    })
    await server.act('settings_set', { mail: { user: 'somebody else' } })
    const answer = await server.act('mail_test', {})
    expect(answer).toMatchObject({ failed: 'credentials', detail: expect.stringContaining('535') as string })
    expect(JSON.stringify(answer)).not.toContain(SECRET)
    await server.act('settings_set', { mail: { security: 'starttls' } })
    expect(await server.act('mail_test', {})).toMatchObject({ failed: 'certificate' })
  })

  it('is refused without a mail server, and without a mailbox', async () => {
    expect(await refusal('mail_test', {})).toMatchObject({
      code: 422,
      fields: { 'mail.host': expect.any(String) as string },
    })
    await openMail(server, stub)
    await server.act('profile_set', { email: '' })
    expect(await refusal('mail_test', {})).toMatchObject({
      code: 422,
      fields: { to: expect.any(String) as string },
    })
    for (const to of ['a@b.example, c@d.example', 'a@b.example\r\nRCPT TO:<c@d.example>'])
      expect(await refusal('mail_test', { to })).toMatchObject({ code: 422 })
  })
})

it('the list of people without a mailbox names those who manage applications, and neither shut-out people nor agents', async () => {
  await server.act('profile_set', { email: '' })
  const developer = await addOperator(server, 'unreached', 'developer')
  await addOperator(server, 'agent without', 'agent')
  const banned = await addOperator(server, 'banned without', 'developer')
  await server.act('developer_ban', { id: banned, reason: 'test' })
  const reached = await addOperator(server, 'reached', 'developer')
  await (await signIn(server, 'reached')).call('profile_set', { email: 'reached@example.com' })
  const { rows, total } = await server.act('mailbox_missing', {})
  expect(rows.map(({ name }) => name)).toEqual(['owner', 'unreached'])
  expect(rows.map(({ id }) => id)).toContain(developer)
  expect(rows.map(({ id }) => id)).not.toContain(reached)
  expect(total).toBe(2)
})
