import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ConsoleClient, type ConsoleReply, post } from '../support/console-client.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { addOperator, changeDatabase, PASSWORD, signIn } from './operators.ts'

let server: TestServer
let url: string

beforeAll(async () => {
  server = await TestServer.start()
  url = server.running.consoleUrl
})
afterAll(() => server.end())

async function attempt(name: string, password: string): Promise<ConsoleReply> {
  return (await (await post(url, 'login', { name, password }, {})).json()) as ConsoleReply
}
const withoutTime = ({ code, msg, fields }: ConsoleReply) => ({ code, msg, fields })

describe('login', () => {
  it('answers who is signed in, and gives the session to the cookie only', async () => {
    const response = await post(url, 'login', { name: ' owner ', password: OWNER_PASSWORD }, {})
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({
      code: 200,
      msg: { name: 'owner', role: 'owner', csrf: expect.any(String) as string },
    })
    const [cookie, ...rest] = response.headers.getSetCookie()[0]!.split('; ')
    expect(cookie).toMatch(/^sid=[\w-]{43}$/)
    expect(rest.sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax'])
    expect(text).not.toContain(cookie!.slice(4))
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('never takes over a session that the browser sends', async () => {
    const response = await post(
      url,
      'login',
      { name: 'owner', password: OWNER_PASSWORD },
      { cookie: `sid=${'a'.repeat(43)}` },
    )
    expect(response.headers.getSetCookie()[0]).not.toContain('a'.repeat(43))
  })

  it('gives one answer to a wrong name and a wrong password, without a cookie', async () => {
    const unknown = await attempt('nobody', OWNER_PASSWORD)
    const wrong = await attempt('owner', 'not the password')
    expect(withoutTime(unknown)).toEqual(withoutTime(wrong))
    expect(unknown).toMatchObject({ code: 401, msg: expect.any(String) as string })
    const response = await post(url, 'login', { name: 'nobody', password: 'x' }, {})
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it('refuses a password in another case, cut, or with a blank', async () => {
    await addOperator(server, 'exact', 'developer')
    for (const password of [PASSWORD.toUpperCase(), PASSWORD.slice(0, -1), `${PASSWORD} `]) {
      expect(await attempt('exact', password)).toMatchObject({ code: 401 })
    }
    expect(await attempt('exact', PASSWORD)).toMatchObject({ code: 200 })
  })

  it('tells a banned operator only about the ban', async () => {
    await addOperator(server, 'banned', 'agent')
    changeDatabase(server, "UPDATE operators SET banned = true WHERE name = 'banned'")
    expect(withoutTime(await attempt('banned', PASSWORD))).toEqual(
      withoutTime(await attempt('nobody2', PASSWORD)),
    )
  })
})

describe('the wait after failed logins', () => {
  it.each(['patient', 'nobody at all'])(
    '%s: after five failures even the right password is refused until the wait is over',
    async (name) => {
      if (name === 'patient') await addOperator(server, name, 'developer')
      for (let i = 0; i < 5; i++) expect(await attempt(name, 'wrong')).toMatchObject({ code: 401 })
      expect(await attempt(name, PASSWORD)).toMatchObject({ code: 429 })
      server.clock.pass(59)
      expect(await attempt(name, PASSWORD)).toMatchObject({ code: 429 })
      server.clock.pass(1)
      expect(await attempt(name, PASSWORD)).toMatchObject({ code: name === 'patient' ? 200 : 401 })
    },
  )

  it('doubles with each further failure, ends with a login, and concerns no other name', async () => {
    await addOperator(server, 'doubling', 'developer')
    for (let i = 0; i < 5; i++) await attempt('doubling', 'wrong')
    server.clock.pass(60)
    expect(await attempt('doubling', 'wrong')).toMatchObject({ code: 401 })
    server.clock.pass(119)
    expect(await attempt('doubling', PASSWORD)).toMatchObject({ code: 429 })
    expect(await attempt('owner', OWNER_PASSWORD)).toMatchObject({ code: 200 })
    server.clock.pass(1)
    expect(await attempt('doubling', PASSWORD)).toMatchObject({ code: 200 })
    for (let i = 0; i < 4; i++) await attempt('doubling', 'wrong')
    expect(await attempt('doubling', PASSWORD)).toMatchObject({ code: 200 })
  })

  it('counts simultaneous guesses one by one', async () => {
    await addOperator(server, 'rushed', 'developer')
    const guesses = [...Array.from({ length: 20 }, (_, i) => `guess ${i}`), PASSWORD]
    const replies = await Promise.all(guesses.map((password) => attempt('rushed', password)))
    expect(replies.at(-1)).toMatchObject({ code: 429 })
    expect(replies.filter(({ code }) => code === 401).length).toBeLessThanOrEqual(7)
  })

  it('survives a restart', async () => {
    for (let i = 0; i < 5; i++) await attempt('restarted', 'wrong')
    await server.close()
    await server.open()
    url = server.running.consoleUrl
    expect(await attempt('restarted', 'wrong')).toMatchObject({ code: 429 })
  })
})

describe('a session', () => {
  let developer: ConsoleClient
  let id: number
  let name: string
  let count = 0

  beforeEach(async () => {
    name = `developer ${++count}`
    id = await addOperator(server, name, 'developer')
    developer = await signIn(server, name)
  })
  const me = () => developer.try('me', {})

  it('is answered by `me`, which needs no CSRF token', async () => {
    const reply = (await (await post(url, 'me', {}, { cookie: developer.cookie })).json()) as ConsoleReply
    expect(reply).toMatchObject({ code: 200, msg: { name, role: 'developer', csrf: developer.csrf } })
    expect((reply.msg as { permissions: string[] }).permissions).toContain('codes.generate')
  })

  it('ends with logout, at once and for good', async () => {
    const response = await post(
      url,
      'logout',
      {},
      { cookie: developer.cookie, 'x-csrf-token': developer.csrf },
    )
    expect(await response.json()).toMatchObject({ code: 200 })
    expect(response.headers.getSetCookie()[0]).toMatch(/^sid=; .*1970/)
    expect(await me()).toMatchObject({ code: 401 })
  })

  it('ends alone, and another session of the same operator goes on', async () => {
    const other = await signIn(server, name)
    await developer.call('logout', {})
    expect(await other.try('me', {})).toMatchObject({ code: 200 })
  })

  it('ends at once when its operator is banned', async () => {
    changeDatabase(server, 'UPDATE operators SET banned = true WHERE id = ?', id)
    expect(await me()).toMatchObject({ code: 401 })
  })

  it("follows its operator's role", async () => {
    changeDatabase(server, "UPDATE operators SET role = 'agent' WHERE id = ?", id)
    expect(await developer.try('app_create', { name: 'X' })).toMatchObject({ code: 403 })
  })

  it('ends 12 hours after its last use, not after the first', async () => {
    server.clock.pass(11 * 3600)
    expect(await me()).toMatchObject({ code: 200 })
    server.clock.pass(11 * 3600)
    expect(await me()).toMatchObject({ code: 200 })
    server.clock.pass(12 * 3600)
    expect(await me()).toMatchObject({ code: 401 })
  })

  it('ends after 30 days, however much it is used', async () => {
    for (let hours = 0; hours < 30 * 24; hours += 10) {
      expect(await me()).toMatchObject({ code: 200 })
      server.clock.pass(10 * 3600)
    }
    expect(await me()).toMatchObject({ code: 401 })
  })

  it('is stored as a digest: the database holds no token', async () => {
    const token = developer.cookie.slice(4)
    const digest = createHash('sha256').update(token).digest('hex')
    const found = await server.store.read((unit) => unit.sessions.find(digest))
    expect(found?.operator.id).toBe(id)
    expect(await server.store.read((unit) => unit.sessions.find(token))).toBeUndefined()
  })
})
