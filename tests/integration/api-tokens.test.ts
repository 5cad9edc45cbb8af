import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import { post, TokenClient, type ConsoleClient } from '../support/console-client.ts'
import { storedText } from '../support/database.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { addOperator, newStaff, signIn } from './operators.ts'

/** API tokens: programs call console actions in a person's name. */

const DAY = 86_400
let server: TestServer
let owner: ConsoleClient
let url: string
let app: number

beforeAll(async () => {
  server = await TestServer.start()
  owner = await server.owner()
  ;({ url } = owner)
  app = await server.application({ name: 'Gold Grid' })
})
afterAll(() => server.end())

type Order = Partial<ActionInput<'token_create'>>
async function tokenOf(person: ConsoleClient, order: Order = {}): Promise<string> {
  const { token } = await person.call('token_create', {
    name: 'Shop',
    actions: ['code_list', 'code_generate', 'code_get'],
    expires_at: server.clock.now() + DAY,
    ...order,
  })
  return token
}
const program = async (person: ConsoleClient, order?: Order) =>
  new TokenClient(url, await tokenOf(person, order))
const order = { type: 'permanent', count: 1 } as const

describe('a token', () => {
  it('calls its actions without cookie, origin and CSRF token, and no other action', async () => {
    const shop = await program(owner)
    expect((await shop.call('code_generate', { app, ...order })).kamis).toHaveLength(1)
    expect(await shop.try('code_list', {}, { origin: 'https://shop.example' })).toMatchObject({ code: 200 })
    expect(await shop.try('code_update', { ids: [1], note: 'x' })).toMatchObject({
      code: 403,
      fields: { action: 'code_update' },
    })
    expect(await shop.try('nosuch', {})).toMatchObject({ code: 400 })
  })

  it('is refused with one text, whether it is unknown, expired, revoked, or its person is frozen', async () => {
    const refused = { code: 401, msg: 'This token is not valid' }
    const id = await addOperator(server, 'frozen later', 'developer')
    const expiring = await program(owner, { expires_at: server.clock.now() + 10 })
    const revoked = await program(owner, { name: 'revoked' })
    const frozen = await program(await signIn(server, 'frozen later'))
    expect(await frozen.try('code_list', {})).toMatchObject({ code: 200 })

    const { rows } = await owner.call('tokens_get', {})
    await owner.call('token_revoke', { id: rows.find(({ name }) => name === 'revoked')!.id })
    await owner.call('developer_freeze', { id, reason: 'late payment' })
    server.clock.pass(10)
    for (const token of [new TokenClient(url, 'pk_unknown'), expiring, revoked, frozen])
      expect(await token.try('code_list', {})).toMatchObject(refused)
  })

  it('is shown once, and is nowhere in the files of the server', async () => {
    const token = await tokenOf(owner)
    expect(token).toMatch(/^pk_[\w-]{43}$/)
    expect(JSON.stringify(await owner.call('tokens_get', {}))).not.toContain(token)
    await new TokenClient(url, token).try('code_list', { nosuch: 1 })
    expect((await storedText(server)).includes(token)).toBe(false)
  })

  it('does nothing that asks for a password, nothing about its person, and makes no token', async () => {
    const { actions } = await owner.call('tokens_get', {})
    for (const action of [
      'token_create',
      'password_change',
      'me',
      'login',
      'settings_set',
      'ledger_payout',
      'kit_get',
    ]) {
      expect(actions).not.toContain(action)
      expect(
        await owner.try('token_create', {
          name: 'x',
          actions: [action],
          expires_at: server.clock.now() + DAY,
        }),
      ).toMatchObject({ code: 422, fields: { actions: action } })
    }
  })

  it.each([
    [{ expires_at: 1 }, { expires_at: 'past' }],
    [{ expires_at: 1_700_000_000 + 400 * DAY }, { expires_at: 'too_late' }],
  ])('%o is refused', async (wrong, fields) => {
    const input = { name: 'x', actions: ['code_list'], ...wrong }
    expect(await owner.try('token_create', input)).toMatchObject({ code: 422, fields })
  })

  it('needs a password to be made', async () => {
    server.clock.pass(3600)
    const input = { name: 'x', actions: ['code_list'], expires_at: server.clock.now() + DAY }
    expect(await owner.try('token_create', input)).toMatchObject({
      code: 403,
      fields: { step_up: 'required' },
    })
    await owner.call('step_up', { password: OWNER_PASSWORD })
    expect(await owner.try('token_create', input)).toMatchObject({ code: 200 })
  })

  it('shows when and from where it was used, and the audit log names it beside its person', async () => {
    const shop = await program(owner, { name: 'Web shop' })
    await shop.call('code_generate', { app, ...order, note: 'by a program' })
    const { rows } = await owner.call('tokens_get', {})
    expect(rows.find(({ name }) => name === 'Web shop')).toMatchObject({
      last_used_at: server.clock.now(),
      last_ip: '127.0.0.1',
    })
    const log = await owner.call('audit_list', { filter: { action: 'code_generate' } })
    expect(log.rows[0]).toMatchObject({ person_name: 'owner (Web shop)' })
  })

  it('waits after 600 calls in a minute, and says how long', async () => {
    const shop = await program(owner)
    // A copy of the server learns the simultaneous calls at another one a moment later.
    const replies = await Promise.all(Array.from({ length: 590 }, () => shop.try('code_get', {})))
    while (replies.length < 600) replies.push(await shop.try('code_get', {}))
    expect(replies.filter(({ code }) => code !== 422)).toEqual([])
    const refused = await shop.try('code_get', {})
    expect(refused.code).toBe(429)
    expect(Number(refused.fields?.['retry_after'])).toBeGreaterThan(0)
    server.clock.pass(60)
    expect(await shop.try('code_list', {})).toMatchObject({ code: 200 })
  })

  it('signs nobody in: a public action still needs the origin of the console', async () => {
    const token = await tokenOf(owner)
    const login = { name: 'owner', password: OWNER_PASSWORD }
    const headers = { authorization: `Bearer ${token}`, origin: 'https://evil.example' }
    const reply = (await (await post(url, 'login', login, headers)).json()) as { code: number }
    expect(reply.code).toBe(403)
  })

  it('has siblings, 20 at most', async () => {
    await addOperator(server, 'collector', 'developer')
    const collector = await signIn(server, 'collector')
    for (let made = 0; made < 20; made++) await tokenOf(collector)
    const input = { name: 'x', actions: ['code_list'], expires_at: server.clock.now() + DAY }
    expect(await collector.try('token_create', input)).toMatchObject({
      code: 409,
      fields: { tokens: 'full' },
    })
  })
})

describe('a token of staff', () => {
  it('can do what their role allows now', async () => {
    await addOperator(server, 'employer', 'developer')
    const employer = await signIn(server, 'employer')
    const staff = await newStaff(server, employer, ['codes'])
    const { actions } = await staff.client.call('tokens_get', {})
    expect(actions).toContain('code_list')
    expect(actions).not.toContain('code_generate')
    const shop = await program(staff.client, { actions: ['code_list'] })
    expect(await shop.try('code_list', {})).toMatchObject({ code: 200 })
    await employer.call('role_update', { id: staff.role, permissions: ['devices'] })
    expect(await shop.try('code_list', {})).toMatchObject({ code: 403 })
  })
})

describe('a token that is limited to applications', () => {
  it('sees and changes nothing else', async () => {
    const other = await server.application({ name: 'Silver' })
    await owner.call('code_generate', { app: other, ...order })
    const elsewhere = (await owner.call('code_list', { filter: { app: other } })).rows[0]!.id
    const shop = await program(owner, {
      apps: [app],
      actions: ['code_list', 'code_get', 'code_generate', 'app_list'],
    })
    const { rows } = await shop.call('code_list', { size: 500 })
    expect(new Set(rows.map((row) => row.app))).toEqual(new Set([app]))
    expect((await shop.call('app_list', {})).rows.map((row) => row.app)).toEqual([app])
    expect(await shop.try('code_get', { id: elsewhere })).toMatchObject({ code: 404 })
    expect(await shop.try('code_generate', { app: other, ...order })).toMatchObject({ code: 404 })
    expect((await shop.call('code_list', { filter: { app: other } })).rows).toEqual([])
  })

  it('names only applications of its person, and no action on agents and money', async () => {
    await addOperator(server, 'neighbour', 'developer')
    const neighbour = await signIn(server, 'neighbour')
    const input = { name: 'x', actions: ['code_list'], expires_at: server.clock.now() + DAY, apps: [app] }
    expect(await neighbour.try('token_create', input)).toMatchObject({ code: 404 })
    expect(await owner.try('token_create', { ...input, actions: ['ledger_topup'] })).toMatchObject({
      code: 422,
      fields: { actions: 'ledger_topup' },
    })
  })
})

describe('an order of a shop', () => {
  const codes = { type: 'time', unit: 'day', amount: 30, count: 2 } as const

  it('makes its codes once, however often and however simultaneously the shop asks', async () => {
    const shop = await program(owner)
    const ask = () => shop.call('code_generate', { app, ...codes, order: 'A-1001' })
    const answers = await Promise.all(Array.from({ length: 10 }, ask))
    await server.close()
    await server.open()
    const later = await new TokenClient(server.running.consoleUrl, await tokenOf(await server.owner())).call(
      'code_generate',
      { app, ...codes, order: 'A-1001' },
    )
    for (const answer of [...answers, later]) expect(answer).toEqual(answers[0])
    expect(answers[0]!.kamis).toHaveLength(2)
    owner = await server.owner()
    ;({ url } = owner)
    const made = await owner.call('code_list', { filter: { batch: answers[0]!.batch } })
    expect(made.rows).toHaveLength(2)
  })

  it('is refused where its number belongs to an order of other codes', async () => {
    await owner.call('code_generate', { app, ...codes, order: 'A-1002' })
    const reply = await owner.try('code_generate', { app, ...codes, amount: 31, order: 'A-1002' })
    expect(reply).toMatchObject({ code: 409, fields: { order: 'other' } })
  })

  it('has 500 codes at most', async () => {
    const reply = await owner.try('code_generate', { app, ...codes, count: 501, order: 'A-1003' })
    expect(reply).toMatchObject({ code: 422, fields: { count: 'order' } })
  })

  it('of another application is another order', async () => {
    const other = await server.application({ name: 'Copper' })
    const [one, two] = [
      await owner.call('code_generate', { app, ...codes, order: 'A-1004' }),
      await owner.call('code_generate', { app: other, ...codes, order: 'A-1004' }),
    ]
    expect(one.batch).not.toBe(two.batch)
  })
})
