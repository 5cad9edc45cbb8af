import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ConsoleClient, type ConsoleReply, post } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { addOperator, changeDatabase, PASSWORD, signIn } from './operators.ts'

const DAY = 86_400
const NEW_PASSWORD = 'chosen by myself'
let server: TestServer
let owner: ConsoleClient
let made = 0

beforeAll(async () => {
  server = await TestServer.start()
  owner = await server.owner()
})
afterAll(() => server.end())

/** A call without a session, as the page behind a link makes it. */
async function open(act: string, input: unknown): Promise<ConsoleReply> {
  return (await (await post(server.running.consoleUrl, act, input, {})).json()) as ConsoleReply
}

async function invited(name = `invited ${++made}`) {
  const { developer, invitation } = await owner.call('developer_create', { name })
  return { id: developer.id, name, token: invitation!.token, invitation: developer.invitation! }
}

async function logIn(name: string, password: string): Promise<number> {
  return (await open('login', { name, password })).code
}

describe('an invited developer', () => {
  it('sets a password by the link, is signed in, and signs in with it later', async () => {
    const { id, name, token } = await invited()
    expect(await open('invitation_get', { token })).toMatchObject({
      code: 200,
      msg: {
        kind: 'invite',
        name,
        role: 'developer',
        invited_by: 'owner',
        expires_at: server.clock.now() + 7 * DAY,
      },
    })
    const response = await post(
      server.running.consoleUrl,
      'invitation_accept',
      { token, password: NEW_PASSWORD },
      {},
    )
    const reply = (await response.json()) as { code: number; msg: { session: { csrf: string } } }
    expect(reply).toMatchObject({ code: 200, msg: { session: { name, role: 'developer' } } })
    const cookie = response.headers.getSetCookie()[0]!.split(';')[0]!
    const me = await post(server.running.consoleUrl, 'me', {}, { cookie })
    expect(await me.json()).toMatchObject({ code: 200, msg: { name, csrf: reply.msg.session.csrf } })
    expect(await logIn(name, NEW_PASSWORD)).toBe(200)
    expect(await owner.call('developer_get', { id })).toMatchObject({ state: 'active', invitation: null })
  })

  it("can't sign in before that, without any password", async () => {
    const { id, name } = await invited()
    expect(await owner.call('developer_get', { id })).toMatchObject({ state: 'invited' })
    for (const password of ['x', ' ', PASSWORD]) expect(await logIn(name, password)).toBe(401)
  })

  it('uses the link once, also in many simultaneous uses', async () => {
    const { token } = await invited()
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        open('invitation_accept', { token, password: `password of ${i} here` }),
      ),
    )
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 404, 404, 404, 404, 404])
    expect(await open('invitation_get', { token })).toMatchObject({ code: 404 })
  })

  it('keeps the link when the password is too short', async () => {
    const { token } = await invited()
    expect(await open('invitation_accept', { token, password: 'short' })).toMatchObject({
      code: 422,
      fields: { password: expect.any(String) as string },
    })
    expect(await open('invitation_get', { token })).toMatchObject({ code: 200 })
  })

  it("can't use the link after seven days, to the second", async () => {
    const { token } = await invited()
    server.clock.pass(7 * DAY - 1)
    expect(await open('invitation_get', { token })).toMatchObject({ code: 200 })
    server.clock.pass(1)
    expect(await open('invitation_get', { token })).toMatchObject({ code: 404 })
    expect(await open('invitation_accept', { token, password: NEW_PASSWORD })).toMatchObject({ code: 404 })
    owner = await signIn(server, 'owner', 'correct horse battery')
  })

  it("can't use a withdrawn or replaced link", async () => {
    const first = await invited()
    await owner.call('invitation_revoke', { id: first.invitation.id })
    expect(await open('invitation_get', { token: first.token })).toMatchObject({ code: 404 })
    expect(await owner.try('invitation_revoke', { id: first.invitation.id })).toMatchObject({ code: 404 })
    const second = await owner.call('developer_password_reset', { id: first.id })
    expect(second.expires_at).toBe(server.clock.now() + 7 * DAY)
    const third = await owner.call('developer_password_reset', { id: first.id })
    expect(await open('invitation_get', { token: second.token })).toMatchObject({ code: 404 })
    expect(await open('invitation_get', { token: third.token })).toMatchObject({
      code: 200,
      msg: { kind: 'invite' },
    })
  })

  it('is not let in by the link while frozen or banned', async () => {
    const { id, token } = await invited()
    await owner.call('developer_freeze', { id })
    expect(await open('invitation_accept', { token, password: NEW_PASSWORD })).toMatchObject({ code: 404 })
    await owner.call('developer_unfreeze', { id })
    expect(await open('invitation_get', { token })).toMatchObject({ code: 200 })
    await owner.call('developer_ban', { id, reason: 'a mistake' })
    expect(await open('invitation_get', { token })).toMatchObject({ code: 404 })
  })

  it('gets 404 for an invented token of any length up to the limit', async () => {
    for (const token of ['x', 'x'.repeat(43), 'x'.repeat(128)]) {
      expect(await open('invitation_get', { token })).toMatchObject({ code: 404 })
      expect(await open('invitation_accept', { token, password: NEW_PASSWORD })).toMatchObject({ code: 404 })
    }
  })
})

describe('a password reset', () => {
  it('ends sessions and the old password at once, and its link, valid for a day, sets another', async () => {
    const name = 'forgetful'
    const id = await addOperator(server, name, 'developer')
    const before = await signIn(server, name)
    changeDatabase(server, 'UPDATE operators SET last_sign_in_at = 1 WHERE id = ?', id)
    const { token, expires_at } = await owner.call('developer_password_reset', { id })
    expect(expires_at).toBe(server.clock.now() + DAY)
    expect(await before.try('me', {})).toMatchObject({ code: 401 })
    expect(await logIn(name, PASSWORD)).toBe(401)
    expect(await open('invitation_get', { token })).toMatchObject({ msg: { kind: 'reset' } })
    expect(await open('invitation_accept', { token, password: NEW_PASSWORD })).toMatchObject({ code: 200 })
    expect(await logIn(name, NEW_PASSWORD)).toBe(200)
  })

  it('never replaces the second factor: the password is set, and nobody is signed in', async () => {
    const name = 'careful'
    const id = await addOperator(server, name, 'developer')
    changeDatabase(
      server,
      "UPDATE operators SET totp_secret = 'JBSWY3DPEHPK3PXP', totp_confirmed_at = 1 WHERE id = ?",
      id,
    )
    const { token } = await owner.call('developer_password_reset', { id })
    const response = await post(
      server.running.consoleUrl,
      'invitation_accept',
      { token, password: NEW_PASSWORD },
      {},
    )
    expect(await response.json()).toMatchObject({ code: 200, msg: { session: null } })
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it('stores the token in no table and no audit row', async () => {
    const { token } = await invited()
    const { rows } = await server.store.read((unit) =>
      unit.audit.list(
        { role: 'owner', operatorId: 1, personId: 1 },
        {},
        { offset: 0, limit: 500, sort: 'id', desc: true },
      ),
    )
    expect(rows.map(({ action }) => action)).toContain('developer_password_reset')
    expect(rows.map(({ action }) => action)).toContain('invitation_accept')
    expect(JSON.stringify(rows)).not.toContain(token)
    const stored = await server.store.read((unit) => unit.invitations.findByDigest(token))
    expect(stored).toBeUndefined()
  })
})
