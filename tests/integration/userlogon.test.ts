import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'

let server: TestServer
let app: number
let made = 0

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application()
})
afterAll(() => server.end())

const PASSWORD = 'secret-1'
const logIn = (user: string, password = PASSWORD, at = app) => server.api('userlogon', at, { user, password })

async function account(fields: object = {}) {
  const number = ++made
  return server.act('account_create', {
    app,
    user: `user_${number}`,
    qq: `1000${number}`,
    password: PASSWORD,
    ...fields,
  })
}

async function stored(id: number) {
  const { rows } = await server.act('account_list', { filter: { app }, size: 500 })
  return rows.find((row) => row.id === id)!
}

describe('userlogon answers in their order', () => {
  it.each([
    ['nothing', {}, 110, '请填写账号'],
    ['no password', { user: 'nobody' }, 111, '请填写密码'],
    ['an unknown name', { user: 'nobody', password: 'x' }, 122, '账号不存在'],
  ])('%s: is refused', async (_, params, code, msg) => {
    expect(await server.api('userlogon', app, params)).toMatchObject({ status: 200, code, msg })
  })

  it('a wrong password is refused', async () => {
    const { user } = await account()
    expect(await logIn(user, 'secret-2')).toMatchObject({ code: 113, msg: '账号密码不正确' })
    expect(await logIn(user.toUpperCase())).toMatchObject({ code: 122 })
  })

  it('the account is answered with vip as a text and the qq as fen', async () => {
    const { user, qq, id } = await account({ name: '昵称', vip: 1_800_000_000 })
    const { msg, code } = await logIn(user)
    expect({ code, msg }).toEqual({ code: 200, msg: { user, qq, name: '昵称', vip: '1800000000', fen: qq } })
    expect(await stored(id)).toMatchObject({ last_login_at: server.clock.now() })
    const fresh = await account()
    expect(await logIn(fresh.user)).toMatchObject({ msg: { name: fresh.user, vip: '0' } })
  })

  it('a disabled account gets its reason, or the text of 114, with the right password only', async () => {
    const { user, id } = await account({ disabled: true, disable_reason: '欠费' })
    expect(await logIn(user)).toMatchObject({ code: 114, msg: '欠费' })
    expect(await logIn(user, 'secret-2')).toMatchObject({ code: 113 })
    await server.act('account_update', { id, disable_reason: '' })
    expect(await logIn(user)).toMatchObject({ code: 114, msg: '账号已被禁用' })
    await server.act('account_update', { id, disabled: false })
    expect(await logIn(user)).toMatchObject({ code: 200 })
  })

  it("another application's account is unknown", async () => {
    const other = await server.application()
    const { user } = await account()
    expect(await logIn(user, PASSWORD, other)).toMatchObject({ code: 122 })
  })
})

describe('password guesses at userlogon', () => {
  it('make the account wait after five wrong ones, also with the right password, twice as long each time', async () => {
    const { user, id } = await account()
    for (let i = 0; i < 5; i++) expect(await logIn(user, 'guess-0')).toMatchObject({ code: 113 })
    expect(await logIn(user)).toMatchObject({ code: 201, msg: '请求频率过快' })
    server.clock.pass(59)
    expect(await logIn(user)).toMatchObject({ code: 201 })
    server.clock.pass(1)
    expect(await logIn(user, 'guess-0')).toMatchObject({ code: 113 })
    expect(await stored(id)).toMatchObject({ locked_until: server.clock.now() + 120 })
    server.clock.pass(120)
    expect(await logIn(user)).toMatchObject({ code: 200 })
    expect(await stored(id)).toMatchObject({ locked_until: 0 })
    for (let i = 0; i < 4; i++) expect(await logIn(user, 'guess-0')).toMatchObject({ code: 113 })
    expect(await logIn(user)).toMatchObject({ code: 200 })
  })

  it('count one by one when simultaneous', async () => {
    const { user } = await account()
    const replies = await Promise.all(Array.from({ length: 15 }, () => logIn(user, 'guess-0')))
    expect(replies.filter(({ code }) => code === 113)).toHaveLength(5)
    expect(replies.filter(({ code }) => code === 201)).toHaveLength(10)
  })

  it('are over with a new password, and the old one is wrong, cached or not', async () => {
    const { user, id } = await account()
    expect(await logIn(user)).toMatchObject({ code: 200 })
    for (let i = 0; i < 5; i++) await logIn(user, 'guess-0')
    await server.act('account_update', { id, password: 'secret-9' })
    expect(await logIn(user)).toMatchObject({ code: 113 })
    expect(await logIn(user, 'secret-9')).toMatchObject({ code: 200 })
  })
})

describe('many logins at userlogon', () => {
  it('are granted, 60 of one account at once after the first, without hashing', async () => {
    const { user } = await account()
    await logIn(user)
    const replies = await Promise.all(Array.from({ length: 60 }, () => logIn(user)))
    expect(replies.every(({ code }) => code === 200)).toBe(true)
  })

  it('under endless unknown names make one address wait', async () => {
    const codes = new Set<number>()
    for (let round = 0; round < 12; round++) {
      const replies = await Promise.all(Array.from({ length: 10 }, (_, i) => logIn(`none_${round}_${i}`)))
      for (const { code } of replies) codes.add(code)
    }
    expect(codes).toEqual(new Set([122, 201]))
    server.clock.pass(600)
    expect(await logIn('none_again')).toMatchObject({ code: 122 })
  })
})
