import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { openMail } from './mail-world.ts'
import { addOperator, changeDatabase, signIn } from './operators.ts'
import { makeKeys, form, sealed, signed } from './wire-call.ts'

let server: TestServer

beforeAll(async () => {
  server = await TestServer.start()
  await openMail(server)
})
afterAll(() => server.end())

async function report(app: number, msg?: string) {
  const body = new URLSearchParams(msg === undefined ? {} : { msg })
  const response = await fetch(`${server.running.publicUrl}/api.php?api=violationsinfo&app=${app}`, {
    method: 'POST',
    body,
  })
  return { status: response.status, text: await response.text() }
}
const codeOf = ({ text }: { readonly text: string }) => (JSON.parse(text) as { code: number }).code
const mails = (app: number) => server.store.read((unit) => unit.outbox.newest(app, 100))

describe('a violation report', () => {
  it('is answered with nothing, and is mailed to the owner of the application', async () => {
    const developer = await addOperator(server, 'reported to', 'developer')
    const { app } = await (await signIn(server, 'reported to')).call('app_create', { name: 'Scalper' })
    await server.act('app_update', { app, sign: false, window: 0 })
    expect(await report(app, 'debugger\r\nBcc: x@example.com')).toEqual({ status: 200, text: '' })
    expect(await mails(app)).toMatchObject([
      { kind: 'mail', appId: app, operatorId: developer, openId: '', subject: '违规提醒: Scalper' },
    ])
    expect((await mails(app))[0]?.text).toContain('127.0.0.1')
  })

  it.each([undefined, '', ' \n'])('without a text (%j) answers 201 and sends no mail', async (msg) => {
    const app = await server.application()
    const { text } = await report(app, msg)
    expect(JSON.parse(text)).toMatchObject({ code: 201, msg: '失败' })
    expect(await mails(app)).toEqual([])
  })

  it('is signed where the application signs, and a repeated one is one mail', async () => {
    const keys = await makeKeys(server)
    const { app } = keys
    const url = `${server.running.publicUrl}/api.php?api=violationsinfo&app=${app}`
    const body = form(
      signed(keys, [
        ['msg', 'cracked'],
        ['t', String(server.clock.now())],
      ]),
    )
    const unsigned = await fetch(url, { method: 'POST', body: 'msg=cracked' })
    expect(await unsigned.json()).toMatchObject({ code: 104 })
    for (let i = 0; i < 2; i++) expect(await (await fetch(url, { method: 'POST', body })).text()).toBe('')
    expect(await mails(app)).toHaveLength(1)
  })

  it('is encrypted where the application encrypts, and an empty answer stays empty', async () => {
    const keys = await makeKeys(server, { encrypt: true, mi_type: 3 })
    const data = sealed(
      keys,
      signed(keys, [
        ['msg', 'cracked'],
        ['t', String(server.clock.now())],
      ]),
    )
    const url = `${server.running.publicUrl}/api.php?api=violationsinfo&app=${keys.app}`
    expect(await (await fetch(url, { method: 'POST', body: `data=${data}` })).text()).toBe('')
    expect((await mails(keys.app))[0]?.text).toContain('cracked')
  })
})

describe('the limit of violation reports', () => {
  it('is five mails an hour for an application, also simultaneously, and the others are refused', async () => {
    const [app, other] = [await server.application(), await server.application()]
    const replies = await Promise.all(Array.from({ length: 12 }, (_, i) => report(app, `no ${i}`)))
    const refused = replies.filter(({ text }) => text !== '')
    expect(refused).toHaveLength(7)
    for (const { status, text } of refused) {
      expect(status).toBe(200)
      expect(JSON.parse(text)).toMatchObject({ code: 201, msg: '请求频率过快' })
    }
    expect(await mails(app)).toHaveLength(5)
    expect((await report(other, 'x')).text).toBe('')
    expect(await mails(other)).toHaveLength(1)
    server.clock.pass(3599)
    expect(codeOf(await report(app, 'too early'))).toBe(201)
    expect(await mails(app)).toHaveLength(5)
    server.clock.pass(1)
    expect((await report(app, 'an hour later')).text).toBe('')
    expect(await mails(app)).toHaveLength(6)
  })
})

describe('a violation report without a mail', () => {
  const preview = async (app: number) =>
    (await server.act('inspector_explain', { app, request: `api=violationsinfo&app=${app}&msg=m` })).outcome

  async function ownedBy(name: string, email: string): Promise<number> {
    await addOperator(server, name, 'developer')
    changeDatabase(server, 'UPDATE operators SET email = ? WHERE name = ?', email, name)
    const { app } = await (await signIn(server, name)).call('app_create', { name: 'Scalper' })
    await server.act('app_update', { app, sign: false, window: 0 })
    return app
  }

  it('answers 165 where the developer has no mailbox, in the preview too', async () => {
    const app = await ownedBy('no mailbox', '')
    expect(JSON.parse((await report(app, 'm')).text)).toMatchObject({ code: 165, msg: '当前账号未绑定邮箱' })
    expect(await preview(app)).toBe(165)
    expect(await mails(app)).toEqual([])
  })

  it('answers 165 until there is a mail server', async () => {
    const app = await server.application()
    const { mail } = await server.act('settings_get', {})
    await server.act('step_up', { password: OWNER_PASSWORD })
    await server.act('settings_set', { mail: { host: '' } })
    expect(codeOf(await report(app, 'm'))).toBe(165)
    expect(await preview(app)).toBe(165)
    await server.act('settings_set', { mail: { host: mail.host } })
    expect(await preview(app)).toBe(200)
    expect((await report(app, 'm')).text).toBe('')
    expect(await mails(app)).toHaveLength(1)
  })

  it('answers 500 where the developer wants no such mails or is shut out', async () => {
    const app = await ownedBy('wants none', 'none@example.com')
    expect((await report(app, 'm')).text).toBe('')
    const developer = await signIn(server, 'wants none')
    await developer.call('notice_set', { violation: false })
    expect(codeOf(await report(app, 'm'))).toBe(500)
    expect(await preview(app)).toBe(500)
    expect(await mails(app)).toHaveLength(1)

    const frozen = await ownedBy('frozen', 'frozen@example.com')
    changeDatabase(server, 'UPDATE operators SET frozen = true WHERE name = ?', 'frozen')
    expect(codeOf(await report(frozen, 'm'))).toBe(500)
  })
})
