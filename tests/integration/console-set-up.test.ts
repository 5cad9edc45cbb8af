import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Authenticator } from '../support/authenticator.ts'
import { ConsoleClient, type ConsoleReply, post } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { changeDatabase } from './operators.ts'

/** The first owner, and the recovery of an owner. */
let server: TestServer
let url: string

beforeAll(async () => {
  server = await TestServer.start()
  await server.owner()
  url = server.running.consoleUrl
})
afterAll(() => server.end())

describe('set-up', () => {
  const setUp = async (token: string, password = 'the first password') => {
    const response = await post(url, 'setup', { token, password }, {})
    return { ...((await response.json()) as ConsoleReply), cookies: response.headers.getSetCookie() }
  }

  it('is closed when an owner exists', async () => {
    const token = await server.running.sessions.issueSetupToken()
    expect(await setUp(token)).toMatchObject({ code: 409, cookies: [] })
  })

  it('takes the printed token once, refuses any other, and signs in', async () => {
    const fresh = await TestServer.start()
    changeDatabase(fresh, 'DELETE FROM operators')
    const before = url
    url = fresh.running.consoleUrl
    const earlier = await fresh.running.sessions.issueSetupToken()
    const token = await fresh.running.sessions.issueSetupToken()
    expect(await setUp('x')).toMatchObject({ code: 403, cookies: [] })
    expect(await setUp(earlier)).toMatchObject({ code: 403 })
    expect(await setUp(token, 'short')).toMatchObject({
      code: 422,
      fields: { password: expect.any(String) as string },
    })
    const results = await Promise.all([setUp(token), setUp(token)])
    expect(results.map(({ code }) => code).sort()).not.toEqual([200, 200])
    expect(results.find(({ code }) => code === 200)).toMatchObject({ msg: { name: 'owner', role: 'owner' } })
    expect(await setUp(token)).toMatchObject({ code: 403, cookies: [] })
    url = before
    await fresh.end()
  })

  it('recovers an owner within an hour: their sessions end, their authenticator is off, and the log names the server', async () => {
    const fresh = await TestServer.start()
    const before = url
    url = fresh.running.consoleUrl
    const lost = await fresh.owner()
    const { secret } = await lost.call('totp_begin', {})
    await lost.call('totp_confirm', { otp: new Authenticator(secret).code(fresh.clock.now()) })
    const late = await fresh.running.sessions.beginRecovery()
    fresh.clock.pass(3600)
    expect(await setUp(late)).toMatchObject({ code: 403, cookies: [] })
    const earlier = await fresh.running.sessions.beginRecovery()
    const token = await fresh.running.sessions.beginRecovery()
    fresh.clock.pass(3599)
    expect(await setUp(earlier)).toMatchObject({ code: 403 })
    expect(await setUp(token, 'short')).toMatchObject({ code: 422, fields: { password: 'short' } })
    expect(await lost.try('me', {})).toMatchObject({ code: 200 })
    const results = await Promise.all([setUp(token), setUp(token)])
    expect(results.map(({ code }) => code).sort()).toEqual([200, 403])
    expect(await lost.try('me', {})).toMatchObject({ code: 401 })
    const back = await ConsoleClient.signIn(url, 'owner', 'the first password')
    expect(await back.call('me', {})).toMatchObject({ totp: false })
    const { rows } = await back.call('audit_list', { filter: { action: 'owner_recover' } })
    expect(rows).toMatchObject([{ person_name: 'server', role: 'server', subject_label: 'owner' }])
    url = before
    await fresh.end()
  })
})
