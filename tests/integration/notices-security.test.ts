import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Authenticator } from '../support/authenticator.ts'
import { type ConsoleClient, type ConsoleReply, post } from '../support/console-client.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { mailsOf, openMail } from './mail-world.ts'
import { PASSWORD, signIn } from './operators.ts'

const DAY = 86_400
let server: TestServer
let count = 0
let name: string
let id: number
let client: ConsoleClient
let owner: ConsoleClient

beforeAll(async () => {
  server = await TestServer.start()
  await openMail(server)
  await server.act('settings_set', {
    client_address: { source: 'x_forwarded_for', trusted: ['127.0.0.1'] },
  })
})
beforeEach(async () => {
  name = `guarded ${++count}`
  // Signs in again: some tests let so much time pass that sessions end.
  owner = await signIn(server, 'owner', OWNER_PASSWORD)
  const { developer } = await owner.call('developer_create', { name, password: PASSWORD })
  id = developer.id
  client = await signIn(server, name)
  await client.call('profile_set', { email: `guarded${count}@example.com` })
  await client.call('notice_set', { language: 'en' })
})
afterAll(() => server.end())

const attempt = async (
  password: string,
  from: { userAgent?: string; ip?: string; otp?: string } = {},
): Promise<ConsoleReply> => {
  const { userAgent = 'node', ip = '127.0.0.1', otp } = from
  const headers = { 'user-agent': userAgent, 'x-forwarded-for': ip }
  const response = await post(server.running.consoleUrl, 'login', { name, password, otp }, headers)
  return (await response.json()) as ConsoleReply
}
const mails = () => mailsOf(server, { purpose: 'security', operatorId: id })
const subjects = async () => (await mails()).map(({ subject }) => subject)

it('a mail ends with the address of the console, once everybody reaches it', async () => {
  const textAt = async (public_address: string, agent: string) => {
    server.clock.pass(60)
    await owner.call('settings_set', { site: { public_address } })
    expect(await attempt(PASSWORD, { userAgent: `${agent}/1.0 (Home)` })).toMatchObject({ code: 200 })
    return (await mails()).at(-1)?.text ?? ''
  }
  await attempt(PASSWORD)
  expect(await textAt('http://192.168.1.5:8787', 'First')).not.toContain('http')
  const address = 'https://ea.example.com/yz/'
  expect(await textAt(address, 'Second')).toMatch(/\nConsole: https:\/\/ea\.example\.com\/yz\/console\/\n$/)
  await owner.call('settings_set', { client_address: { trusted: [] } })
  expect(await textAt(address, 'Third')).not.toContain('http')
  await owner.call('settings_set', {
    site: { public_address: '' },
    client_address: { trusted: ['127.0.0.1'] },
  })
})

describe('notices of a sign-in', () => {
  it('report a new browser once, but neither the first sign-in of all nor one from the usual place', async () => {
    expect(await attempt(PASSWORD)).toMatchObject({ code: 200 })
    expect(await mails()).toEqual([])
    expect(await attempt(PASSWORD, { userAgent: 'Browser/1.0 (Home)' })).toMatchObject({ code: 200 })
    expect(await mails()).toMatchObject([
      { kind: 'mail', operatorId: id, appId: null, subject: `New sign-in: ${name}` },
    ])
    expect((await mails())[0]?.text).toContain('Browser/1.0 (Home)')
    expect((await mails())[0]?.text).toContain('Address: 127.0.0.1')
    server.clock.pass(1)
    expect(await attempt(PASSWORD, { userAgent: 'Browser/2.5 (Home)' })).toMatchObject({ code: 200 })
    expect(await mails()).toHaveLength(1)
  })

  it('report a browser again after 90 days without it', async () => {
    server.clock.pass(90 * DAY - 1)
    await attempt(PASSWORD)
    expect(await mails()).toEqual([])
    server.clock.pass(90 * DAY + 1)
    await attempt(PASSWORD)
    expect(await subjects()).toEqual([`New sign-in: ${name}`])
  })

  it("report a new address, which a failed attempt doesn't make known", async () => {
    await attempt('wrong', { ip: '192.0.2.7' })
    await attempt(PASSWORD, { ip: '192.0.2.7' })
    expect(await subjects()).toEqual([`New sign-in: ${name}`])
    expect((await mails())[0]?.text).toContain('Address: 192.0.2.7')
  })
})

describe('notices of a lock', () => {
  it('are sent once an hour, however long the guesses last', async () => {
    const guess = async (times: number) => {
      for (let i = 0; i < times; i++) await attempt('wrong')
    }
    await guess(4)
    expect(await mails()).toEqual([])
    await guess(3)
    expect(await subjects()).toEqual([`Sign-in is locked for a while: ${name}`])
    server.clock.pass(3600)
    await guess(2)
    expect(await mails()).toHaveLength(2)
  })

  it('are sent to nobody for an unknown name', async () => {
    const before = (await mailsOf(server)).length
    for (let i = 0; i < 7; i++)
      await post(server.running.consoleUrl, 'login', { name: `nobody ${count}`, password: 'x' }, {})
    expect(await mailsOf(server)).toHaveLength(before)
  })
})

describe('notices of changed sign-in settings', () => {
  it('report another password', async () => {
    await client.call('password_change', { old: PASSWORD, password: 'another for this test' })
    expect(await subjects()).toEqual([`Password changed: ${name}`])
    expect(JSON.stringify(await mails())).not.toContain('another for this test')
  })

  it('report another password by a reset link, but not the first password by an invitation', async () => {
    const { token } = await owner.call('developer_password_reset', { id })
    await post(
      server.running.consoleUrl,
      'invitation_accept',
      { token, password: 'another for this test' },
      {},
    )
    expect(await subjects()).toEqual([`Password changed: ${name}`])
    const made = await owner.call('developer_create', { name: `invited ${count}`, email: 'new@example.com' })
    const accepted = { token: made.invitation?.token, password: 'another for this test' }
    const reply = await post(server.running.consoleUrl, 'invitation_accept', accepted, {})
    expect(await reply.json()).toMatchObject({ code: 200 })
    const sent = await mailsOf(server, { operatorId: made.developer.id })
    expect(sent).toEqual([])
  })

  it('report a used recovery code, and who switched the authenticator off', async () => {
    const { secret } = await client.call('totp_begin', {})
    const phone = new Authenticator(secret)
    const { recovery_codes } = await client.call('totp_confirm', { otp: phone.code(server.clock.now()) })
    expect(await mails()).toEqual([])
    expect(await attempt(PASSWORD, { otp: recovery_codes[0]! })).toMatchObject({ code: 200 })
    expect(await subjects()).toEqual([`Signed in with a recovery code: ${name}`])
    expect((await mails())[0]?.text).toContain(`Recovery codes left: ${recovery_codes.length - 1}`)
    expect((await mails())[0]?.text).not.toContain(recovery_codes[0])
    await owner.call('totp_off', { operator: id })
    expect((await subjects()).at(-1)).toBe(`Authenticator switched off: ${name}`)
    expect((await mails()).at(-1)?.text).toContain('Done by: owner')
  })
})

it('are not sent when switched off', async () => {
  await client.call('notice_set', { security: false })
  await attempt(PASSWORD, { userAgent: 'Elsewhere' })
  for (let i = 0; i < 7; i++) await attempt('wrong')
  await client
    .call('password_change', { old: PASSWORD, password: 'another for this test' })
    .catch(() => undefined)
  expect(await mails()).toEqual([])
})

it('report to the owner that somebody used the address that a start of the server prints', async () => {
  const token = await server.running.sessions.beginRecovery()
  await post(server.running.consoleUrl, 'setup', { token, password: OWNER_PASSWORD }, {})
  const sent = await mailsOf(server, { purpose: 'security' })
  expect(sent.at(-1)).toMatchObject({ subject: '所有者账号已恢复: owner' })
  expect(sent.at(-1)?.text).not.toContain(token)
})
