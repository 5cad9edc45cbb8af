import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { changeDatabase } from './operators.ts'

let server: TestServer
let app: number
let addresses = 1

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application()
})
afterAll(() => server.end())

interface Reply {
  readonly code: number
  readonly msg: unknown
}

const form = (change: object = {}) => ({ user: 'someone', password: 'secret-1', qq: '10001', ...change })

/** A registration from a new address by default: the whole of 127/8 is this machine. */
function register(params: object, at = app, from = `127.0.1.${++addresses}`): Promise<Reply> {
  const url = new URL(`${server.running.publicUrl}/api.php?api=userreg&app=${at}`)
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', localAddress: from, agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => {
        resolve(JSON.parse(text) as Reply)
      })
    })
    sent.on('error', reject)
    sent.end(
      new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)])).toString(),
    )
  })
}

async function stored(user: string, at = app) {
  const { rows } = await server.act('account_list', { filter: { app: at }, search: user })
  return rows.find((row) => row.user === user)
}

describe('userreg checks in their order', () => {
  it.each([
    ['nothing', {}, 110, '请填写账号'],
    ['a name too short', { user: 'abcd' }, 116, '账号不合法'],
    ['a name too long', { user: 'a'.repeat(12) }, 116, '账号不合法'],
    ['a name with a dash', { user: 'some-one' }, 116, '账号不合法'],
    ['a name of other letters', { user: '某某某某某' }, 116, '账号不合法'],
    ['no password', { user: 'abcde' }, 111, '请填写密码'],
    ['a password too short', { user: 'abcde', password: '12345' }, 119, '密码不合法'],
    ['a password too long', { user: 'abcde', password: 'x'.repeat(19) }, 119, '密码不合法'],
    ['a password with a blank', { user: 'abcde', password: 'abc def' }, 119, '密码不合法'],
    ['no qq', { user: 'abcde', password: '123456' }, 109, '请填写QQ'],
    ['a qq longer than any', { user: 'abcde', password: '123456', qq: '1'.repeat(33) }, 401, '错误的数据'],
  ])('%s: is refused', async (_, params, code, msg) => {
    expect(await register(params)).toMatchObject({ code, msg })
  })
})

describe('a registration', () => {
  it('answers 成功 and is stored, with the name as default nickname and no password in clear', async () => {
    expect(await register(form(), app, '127.0.0.9')).toMatchObject({ code: 200, msg: '成功' })
    expect(await stored('someone')).toMatchObject({
      app,
      qq: '10001',
      name: 'someone',
      inviter: null,
      registration_ip: '127.0.0.9',
      vip: 0,
      disabled: false,
      created_at: server.clock.now(),
    })
    const account = await server.store.read((unit) => unit.accounts.find(app, 'someone'))
    expect(account!.passwordHash).toMatch(/^\$argon2id\$/)
    expect(await server.api('userlogon', app, { user: 'someone', password: 'secret-1' })).toMatchObject({
      code: 200,
    })
  })

  it('checks taken values in their order: qq, name, address', async () => {
    const taken = form()
    expect(await register(taken, app, '127.0.0.9')).toMatchObject({ code: 174, msg: 'QQ已存在' })
    expect(await register({ ...taken, qq: '2' }, app, '127.0.0.9')).toMatchObject({
      code: 115,
      msg: '账号已存在',
    })
    expect(await register({ ...taken, qq: '2', user: 'another' }, app, '127.0.0.9')).toMatchObject({
      code: 117,
      msg: '账号注册频率过快',
    })
    expect(await register({ ...taken, qq: '2', user: 'SOMEONE' })).toMatchObject({ code: 200 })
  })

  it('takes the same values in another application', async () => {
    const other = await server.application()
    expect(await register(form(), other, '127.0.0.9')).toMatchObject({ code: 200 })
  })

  it('takes a nickname and an inviter of the same application', async () => {
    const inviter = (await stored('someone'))!.id
    expect(await register(form({ user: 'guest_1', qq: '3', name: '昵称 x', inv: inviter }))).toMatchObject({
      code: 200,
    })
    expect(await stored('guest_1')).toMatchObject({ name: '昵称 x', inviter })
    const other = await server.application()
    for (const inv of [999_999, 'abc', '-1', '1e3']) {
      expect(await register(form({ user: 'guest_2', qq: '4', inv }))).toMatchObject({
        code: 118,
        msg: '邀请人不存在',
      })
    }
    expect(await register(form({ inv: inviter }), other)).toMatchObject({ code: 118 })
    for (const [i, inv] of ['', '0'].entries()) {
      expect(await register(form({ user: `nobody_${i}`, qq: `5${i}`, inv }))).toMatchObject({ code: 200 })
    }
  })

  it('checks the interval between two before the inviter', async () => {
    const slow = await server.application({ registration_interval: 60 })
    expect(await register(form({ user: 'first' }), slow)).toMatchObject({ code: 200 })
    const second = form({ user: 'second', qq: '2', inv: 'nobody' })
    server.clock.pass(59)
    expect(await register(second, slow)).toMatchObject({ code: 117 })
    server.clock.pass(1)
    expect(await register(second, slow)).toMatchObject({ code: 118 })
    expect(await register({ ...second, inv: '' }, slow)).toMatchObject({ code: 200 })
  })

  it('answers 172 when the owner takes the account API away', async () => {
    const none = await server.application()
    changeDatabase(server, "INSERT INTO grants (app_id, api, granted) VALUES (?, 'userreg', false)", none)
    await server.close()
    await server.open()
    expect(await register(form(), none)).toMatchObject({ code: 172 })
  })
})

describe('simultaneous registrations', () => {
  it('50 of one name, qq and address make one account', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => register(form({ user: 'crowd', qq: '77' }), app, '127.0.0.77')),
    )
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(replies.filter(({ code }) => code === 174)).toHaveLength(49)
  })

  it.each([
    ['one name', (i: number) => ({ user: 'onename', qq: `900${i}` }), () => undefined],
    ['one qq', (i: number) => ({ user: `oneqq_${i}`, qq: '9100' }), () => undefined],
    ['one address', (i: number) => ({ user: `oneip_${i}`, qq: `920${i}` }), () => '127.0.0.78'],
  ])('12 of %s make one account', async (_, change, from) => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, i) => register(form(change(i)), app, from())),
    )
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(replies.filter(({ code }) => [115, 117, 174].includes(code))).toHaveLength(11)
  })

  it('of different people all succeed, except those beyond the hashing limit', async () => {
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, i) => register(form({ user: `many_${i}`, qq: `930${i}` }))),
    )
    const done = replies.filter(({ code }) => code === 200).length
    const busy = replies.filter(({ code, msg }) => code === 201 && msg === '请求频率过快').length
    expect(done + busy).toBe(40)
    expect(done).toBeGreaterThanOrEqual(20)
    expect((await server.act('account_list', { filter: { app }, search: 'many_' })).total).toBe(done)
  })
})
