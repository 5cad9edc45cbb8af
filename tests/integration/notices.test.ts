import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOTICE_KINDS } from '../../src-server/contract/outgoing-names.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { mailsOf, openMail, OWNER_MAILBOX } from './mail-world.ts'
import { addOperator, newStaff, signIn } from './operators.ts'

let server: TestServer
let owner: ConsoleClient
beforeAll(async () => {
  server = await TestServer.start()
  owner = await server.owner()
})
afterAll(() => server.end())

describe('the choice of notices', () => {
  it("is everything but the digest, in the platform's language, until a person changes it, and survives a restart", async () => {
    expect(await owner.call('notice_get', {})).toEqual({
      ...{ violation: true, expiry: true, request: true, security: true, digest: false, language: '' },
      ...{ available: NOTICE_KINDS, mailbox: '', mail_server: false },
    })
    await openMail(server)
    const chosen = await owner.call('notice_set', { digest: true, expiry: false, language: 'en' })
    expect(chosen).toMatchObject({ digest: true, expiry: false, violation: true, language: 'en' })
    expect(chosen).toMatchObject({ mailbox: OWNER_MAILBOX, mail_server: true })
    await server.close()
    await server.open()
    owner = await server.owner()
    expect(await owner.call('notice_get', {})).toEqual(chosen)
    const [row] = (await owner.call('audit_list', { filter: { action: 'notice_set' } })).rows
    expect(await owner.call('audit_get', { id: row!.id })).toMatchObject({
      before: { digest: false, expiry: true, language: '' },
      after: { digest: true, expiry: false, language: 'en' },
    })
  })

  it('offers agents and staff mails about sign-ins, and no others', async () => {
    await addOperator(server, 'notice agent', 'agent')
    const staff = await newStaff(server, owner, ['codes'])
    for (const client of [await signIn(server, 'notice agent'), staff.client]) {
      expect(await client.call('notice_get', {})).toMatchObject({ available: ['security'] })
      const reply = await client.try('notice_set', { security: false, digest: true, request: false })
      expect(reply).toMatchObject({ code: 422 })
      expect(Object.keys(reply.fields ?? {}).sort()).toEqual(['digest', 'request'])
      expect(await client.call('notice_get', {})).toMatchObject({ security: true })
      expect(await client.call('notice_set', { security: false })).toMatchObject({ security: false })
    }
  })

  it.each([{ digest: 'yes' }, { language: 'fr' }, { nosuch: true }])('refuses %j', async (change) => {
    expect(await owner.try('notice_set', change)).toMatchObject({ code: 422 })
  })
})

describe('a violation report', () => {
  const report = async (app: number) => {
    const url = `${server.running.publicUrl}/api.php?api=violationsinfo&app=${app}`
    await fetch(url, { method: 'POST', body: 'msg=debugger' })
    return (await mailsOf(server, { purpose: 'violation' })).filter(({ appId }) => appId === app)
  }

  it("is mailed in the owner's language, unless the owner wants none, has no mailbox or is shut out", async () => {
    await openMail(server)
    const id = await addOperator(server, 'maker', 'developer')
    const maker = await signIn(server, 'maker')
    const app = async () => {
      const made = (await maker.call('app_create', { name: 'Scalper' })).app
      await maker.call('app_update', { app: made, sign: false, window: 0 })
      return made
    }
    expect(await report(await app())).toMatchObject([
      { operatorId: id, subject: 'Violation report: Scalper' },
    ])
    await maker.call('notice_set', { language: 'zh-CN' })
    expect(await report(await app())).toMatchObject([{ subject: '违规提醒: Scalper' }])
    await maker.call('notice_set', { violation: false })
    expect(await report(await app())).toEqual([])
    await maker.call('notice_set', { violation: true })
    await maker.call('profile_set', { email: '' })
    const last = await app()
    expect(await report(last)).toEqual([])
    await maker.call('profile_set', { email: 'maker@example.com' })
    await server.act('settings_set', { mail: { host: '' } })
    expect(await report(last)).toEqual([])
    await openMail(server)
    expect(await report(last)).toHaveLength(1)
  })
})
