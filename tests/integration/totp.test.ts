import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Authenticator } from '../support/authenticator.ts'
import { type ConsoleClient, type ConsoleReply, post } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { addOperator, newStaff, PASSWORD, signIn } from './operators.ts'

let server: TestServer
let count = 0

beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

interface Person {
  readonly name: string
  readonly id: number
  readonly client: ConsoleClient
  readonly phone: Authenticator
  readonly recoveryCodes: string[]
}

const now = () => server.clock.now()
const nextStep = () => {
  server.clock.pass(30)
}

/** A developer with an active authenticator whose first code is used. */
async function withAuthenticator(): Promise<Person> {
  const name = `careful ${++count}`
  const id = await addOperator(server, name, 'developer')
  const client = await signIn(server, name)
  const { secret } = await client.call('totp_begin', {})
  const phone = new Authenticator(secret)
  const { recovery_codes } = await client.call('totp_confirm', { otp: phone.code(now()) })
  nextStep()
  return { name, id, client, phone, recoveryCodes: recovery_codes }
}

async function attempt(name: string, otp?: string, password = PASSWORD): Promise<ConsoleReply> {
  const url = server.running.consoleUrl
  return (await (await post(url, 'login', { name, password, otp }, {})).json()) as ConsoleReply
}

/** Like `attempt`, from one of the machine's own addresses. */
function attemptFrom(localAddress: string, name: string, otp: string): Promise<ConsoleReply> {
  const { hostname, port } = new URL(server.running.consoleUrl)
  const headers = { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const call = request(
      { hostname, port, localAddress, headers, method: 'POST', path: '/ajax.php?act=login' },
      (response) => {
        text(response).then((body) => {
          resolve(JSON.parse(body) as ConsoleReply)
        }, reject)
      },
    )
    call.on('error', reject)
    call.end(JSON.stringify({ name, password: PASSWORD, otp }))
  })
}

describe('the set-up of an authenticator', () => {
  it('is active from the first right code, and shows recovery codes once', async () => {
    const id = await addOperator(server, 'beginner', 'developer')
    const client = await signIn(server, 'beginner')
    const { secret, uri } = await client.call('totp_begin', {})
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(await attempt('beginner')).toMatchObject({ code: 200 })
    const phone = new Authenticator(secret)
    const wrong = await client.try('totp_confirm', { otp: phone.code(now() + 3600) })
    expect(wrong).toMatchObject({ code: 422, fields: { otp: 'wrong' } })
    const { recovery_codes } = await client.call('totp_confirm', { otp: phone.code(now()) })
    expect(recovery_codes).toHaveLength(10)
    expect(new Set(recovery_codes).size).toBe(10)
    expect(await client.call('security_get', {})).toEqual({ totp_since: now(), recovery_codes_left: 10 })
    expect(await client.call('me', {})).toMatchObject({ totp: true })
    expect(await attempt('beginner')).toMatchObject({ code: 401, fields: { otp: 'required' } })
    const kept = JSON.stringify(await server.store.read((unit) => unit.audit.after(0, 1000)))
    expect(kept).toContain('totp_confirm')
    for (const code of [secret, ...recovery_codes]) expect(kept).not.toContain(code)
    expect(await client.try('totp_begin', {})).toMatchObject({ code: 409 })
    expect(await server.store.read((unit) => unit.recoveryCodes.countLeft(id))).toBe(10)
  })

  it('refuses a confirmation without a start', async () => {
    await addOperator(server, 'hasty', 'developer')
    const client = await signIn(server, 'hasty')
    expect(await client.try('totp_confirm', { otp: '000000' })).toMatchObject({ code: 409 })
    expect(await client.try('totp_off', {})).toMatchObject({ code: 409 })
    expect(await client.try('totp_recovery_new', {})).toMatchObject({ code: 409 })
  })
})

describe('a sign-in with an authenticator', () => {
  it('asks for the code only after the right password', async () => {
    const { name, phone } = await withAuthenticator()
    const wrong = await attempt(name, undefined, 'wrong')
    expect(wrong.code).toBe(401)
    expect(wrong).not.toHaveProperty('fields')
    const rightCode = await attempt(name, phone.code(now()), 'wrong')
    expect(rightCode.code).toBe(401)
    expect(rightCode).not.toHaveProperty('fields')
    expect(await attempt(name)).toMatchObject({ code: 401, fields: { otp: 'required' } })
    // The wrong password didn't use the code up.
    expect(await attempt(name, phone.code(now()))).toMatchObject({ code: 200 })
  })

  it('accepts a phone clock up to half a minute fast or slow', async () => {
    const { name, phone } = await withAuthenticator()
    nextStep()
    nextStep()
    expect(await attempt(name, phone.code(now() - 60))).toMatchObject({ code: 401, fields: { otp: 'wrong' } })
    expect(await attempt(name, phone.code(now() + 60))).toMatchObject({ code: 401, fields: { otp: 'wrong' } })
    expect(await attempt(name, phone.code(now() - 30))).toMatchObject({ code: 200 })
    expect(await attempt(name, phone.code(now() + 30))).toMatchObject({ code: 200 })
  })

  it('takes a code once, and no earlier code after it', async () => {
    const { name, phone } = await withAuthenticator()
    const code = phone.code(now())
    expect(await attempt(name, `${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({ code: 200 })
    expect(await attempt(name, code)).toMatchObject({ code: 401, fields: { otp: 'wrong' } })
    expect(await attempt(name, phone.code(now() - 30))).toMatchObject({ code: 401 })
    nextStep()
    expect(await attempt(name, phone.code(now()))).toMatchObject({ code: 200 })
  })

  it('lets one of ten in that send the same code at once', async () => {
    const { name, phone } = await withAuthenticator()
    const code = phone.code(now())
    const replies = await Promise.all(Array.from({ length: 10 }, () => attempt(name, code)))
    expect(replies.filter((reply) => reply.code === 200)).toHaveLength(1)
  })

  it('takes a recovery code once, in any spelling, and in one of many simultaneous calls', async () => {
    const { name, client, recoveryCodes } = await withAuthenticator()
    const [first, second] = recoveryCodes
    expect(await attempt(name, first!.toUpperCase().replaceAll('-', ' '))).toMatchObject({ code: 200 })
    expect(await attempt(name, first)).toMatchObject({ code: 401, fields: { otp: 'wrong' } })
    const replies = await Promise.all(Array.from({ length: 5 }, () => attempt(name, second)))
    expect(replies.filter((reply) => reply.code === 200)).toHaveLength(1)
    expect(await client.call('security_get', {})).toMatchObject({ recovery_codes_left: 8 })
  })

  it('makes the name wait after wrong codes as after wrong passwords', async () => {
    const { name, phone } = await withAuthenticator()
    for (let i = 0; i < 5; i++) {
      expect(await attempt(name, 'abcd-abcd-abcd-abcd')).toMatchObject({
        code: 401,
        fields: { otp: 'wrong' },
      })
    }
    expect(await attempt(name, phone.code(now()))).toMatchObject({ code: 429 })
    server.clock.pass(60)
    expect(await attempt(name, phone.code(now()))).toMatchObject({ code: 200 })
  })

  it('limits simultaneous guesses', async () => {
    const { name } = await withAuthenticator()
    const guesses = Array.from({ length: 20 }, (_, i) => attempt(name, `wrong-guess-${i}`))
    const judged = (await Promise.all(guesses)).filter(({ code }) => code === 401)
    expect(judged.length).toBeLessThanOrEqual(5)
  })

  it('counts wrong codes from many addresses together', async () => {
    const { name, phone } = await withAuthenticator()
    for (let i = 2; i <= 6; i++) {
      expect(await attemptFrom(`127.0.0.${i}`, name, 'a-wrong-one')).toMatchObject({ code: 401 })
    }
    expect(await attemptFrom('127.0.0.7', name, phone.code(now()))).toMatchObject({ code: 429 })
    server.clock.pass(60)
    expect(await attemptFrom('127.0.0.7', name, phone.code(now()))).toMatchObject({ code: 200 })
  })
})

describe('switching an authenticator off', () => {
  it('needs a recent password and leaves the password alone', async () => {
    const { name, client } = await withAuthenticator()
    server.clock.pass(601)
    expect(await client.try('totp_off', {})).toMatchObject({ code: 403, fields: { step_up: 'required' } })
    expect(await client.try('step_up', { password: PASSWORD })).toMatchObject({
      code: 422,
      fields: { otp: 'required' },
    })
    expect(await client.try('totp_off', {})).toMatchObject({ code: 403 })
    expect(await attempt(name)).toMatchObject({ code: 401, fields: { otp: 'required' } })
  })

  it('needs the code, and the old key and recovery codes are worthless afterwards', async () => {
    const { name, client, phone, recoveryCodes } = await withAuthenticator()
    server.clock.pass(601)
    await client.call('step_up', { password: PASSWORD, otp: phone.code(now()) })
    await client.call('totp_off', {})
    expect(await attempt(name)).toMatchObject({ code: 200 })
    const { secret } = await client.call('totp_begin', {})
    const other = new Authenticator(secret)
    await client.call('totp_confirm', { otp: other.code(now()) })
    nextStep()
    expect(await attempt(name, recoveryCodes[0])).toMatchObject({ code: 401 })
    expect(await attempt(name, phone.code(now()))).toMatchObject({ code: 401 })
    expect(await attempt(name, other.code(now()))).toMatchObject({ code: 200 })
  })

  it('is not needed for new recovery codes, which end the old ones', async () => {
    const { name, client, recoveryCodes } = await withAuthenticator()
    const { recovery_codes } = await client.call('totp_recovery_new', {})
    expect(await attempt(name, recoveryCodes[0])).toMatchObject({ code: 401 })
    expect(await attempt(name, recovery_codes[0])).toMatchObject({ code: 200 })
  })

  it('is done by the owner for a developer who lost theirs, and the list shows it', async () => {
    const { name, id } = await withAuthenticator()
    expect(await server.act('developer_get', { id })).toMatchObject({ totp: true })
    await server.act('totp_off', { operator: id })
    expect(await attempt(name)).toMatchObject({ code: 200 })
    expect(await server.act('developer_get', { id })).toMatchObject({ totp: false })
  })

  it('is done by the owner for an agent', async () => {
    const name = `careful agent ${++count}`
    const id = await addOperator(server, name, 'agent')
    const client = await signIn(server, name)
    const { secret } = await client.call('totp_begin', {})
    await client.call('totp_confirm', { otp: new Authenticator(secret).code(now()) })
    expect(await attempt(name)).toMatchObject({ code: 401, fields: { otp: 'required' } })
    await server.act('totp_off', { operator: id })
    expect(await attempt(name)).toMatchObject({ code: 200 })
  })

  it('is done by an employer for staff after a recent password, not by another employer or by staff with every right', async () => {
    const { client: employer } = await withAuthenticator()
    const { client: stranger } = await withAuthenticator()
    const careless = await newStaff(server, employer, ['codes'])
    const colleague = await newStaff(server, employer, ['codes'])
    const clerk = await newStaff(server, await server.owner(), ['people'])
    const { secret } = await careless.client.call('totp_begin', {})
    await careless.client.call('totp_confirm', { otp: new Authenticator(secret).code(now()) })
    const of = { operator: careless.id }
    for (const other of [stranger, colleague.client, clerk.client])
      expect(await other.try('totp_off', of)).toMatchObject({ code: 404 })
    const { rows } = await employer.call('staff_list', {})
    expect(rows.map(({ id, totp }) => [id, totp]).sort()).toEqual([
      [careless.id, true],
      [colleague.id, false],
    ])
    await employer.call('totp_off', of)
    expect(await attempt(careless.name)).toMatchObject({ code: 200 })
    const row = (await employer.call('audit_list', { filter: { action: 'totp_off' } })).rows[0]
    expect(row).toMatchObject({ subject_id: String(careless.id), subject_label: careless.name })
  })
})

it('the developer calls of the client API ask for no code: their clients have no field for one', async () => {
  const { name, client } = await withAuthenticator()
  const app = await server.application()
  await server.act('app_api_set', { app, api: 'logongetapp', on: true })
  await client.call('app_create', { name: 'Open' })
  expect(await server.api('logongetapp', app, { user: name, pass: PASSWORD })).toMatchObject({ code: 200 })
})
