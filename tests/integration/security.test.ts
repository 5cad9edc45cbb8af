import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionOutput } from '../../src-server/contract/actions/index.ts'
import { SignInHistory } from '../../src-server/services/session/sign-in-history.ts'
import { type ConsoleClient, type ConsoleReply, post } from '../support/console-client.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { addOperator, newStaff, PASSWORD, signIn } from './operators.ts'

const ANOTHER = 'quite another password'
const HALF_A_YEAR = 180 * 86_400

let server: TestServer
let count = 0

beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

async function newPerson(): Promise<{ name: string; id: number; client: ConsoleClient }> {
  const name = `person ${++count}`
  const id = await addOperator(server, name, 'developer')
  return { name, id, client: await signIn(server, name) }
}

async function attempt(name: string, password: string): Promise<ConsoleReply> {
  const headers = { 'user-agent': 'A test' }
  const response = await post(server.running.consoleUrl, 'login', { name, password }, headers)
  return (await response.json()) as ConsoleReply
}

const outcomes = ({ rows }: ActionOutput<'sign_in_list'>) => rows.map(({ outcome }) => outcome)

describe('password_change', () => {
  it('sets the new password and ends all other sessions', async () => {
    const { name, client } = await newPerson()
    const elsewhere = [await signIn(server, name), await signIn(server, name)]
    expect(await client.call('password_change', { old: PASSWORD, password: ANOTHER })).toEqual({ ended: 2 })
    for (const other of elsewhere) expect(await other.try('me', {})).toMatchObject({ code: 401 })
    expect(await client.try('me', {})).toMatchObject({ code: 200 })
    expect(await attempt(name, PASSWORD)).toMatchObject({ code: 401 })
    expect(await attempt(name, ANOTHER)).toMatchObject({ code: 200 })
  })

  it.each([
    ['short', 'ninechars'],
    ['common', '1234567890'],
    ['name', 'person-123'],
    ['same', PASSWORD],
  ])('refuses a password that is %s', async (problem, password) => {
    const id = await addOperator(server, `person-${++count}`, 'developer')
    const client = await signIn(server, `person-${count}`)
    const tried = problem === 'name' ? `Person-${count}!1` : password
    expect(await client.try('password_change', { old: PASSWORD, password: tried })).toMatchObject({
      code: 422,
      fields: { password: problem },
    })
    expect(await attempt(`person-${count}`, PASSWORD)).toMatchObject({ code: 200 })
    expect(id).toBeGreaterThan(0)
  })

  it('needs the old password, and counts wrong ones as at the sign-in', async () => {
    const { name, client } = await newPerson()
    for (let i = 0; i < 5; i++) {
      expect(await client.try('password_change', { old: 'wrong', password: ANOTHER })).toMatchObject({
        code: 422,
        fields: { old: 'wrong' },
      })
    }
    expect(await client.try('password_change', { old: PASSWORD, password: ANOTHER })).toMatchObject({
      code: 429,
    })
    expect(await attempt(name, PASSWORD)).toMatchObject({ code: 429 })
  })
})

describe('sessions', () => {
  it('are listed with their client data and without secrets', async () => {
    const { name, id, client } = await newPerson()
    server.clock.pass(120)
    expect(await attempt(name, PASSWORD)).toMatchObject({ code: 200 })
    const { rows, total } = await client.call('session_list', {})
    expect(total).toBe(2)
    expect(rows.map(({ current }) => current).sort()).toEqual([false, true])
    expect(rows).toContainEqual(
      expect.objectContaining({ operator: id, name, ip: '127.0.0.1', user_agent: 'A test', current: false }),
    )
    expect(JSON.stringify(rows)).not.toContain(client.cookie.slice(4))
    expect(Object.keys(rows[0]!)).not.toContain('token_digest')
    expect(rows[0]!.last_seen_at).toBeGreaterThanOrEqual(rows[1]!.last_seen_at)
  })

  it('end one by one by handle, at once, and the others go on', async () => {
    const { name, client } = await newPerson()
    const gone = await signIn(server, name)
    const kept = await signIn(server, name)
    const { rows } = await gone.call('session_list', {})
    const { handle } = rows.find(({ current }) => current)!
    expect(await client.call('session_revoke', { handles: [handle, 'nosuch'] })).toEqual({ done: 1 })
    expect(await gone.try('me', {})).toMatchObject({ code: 401 })
    expect(await kept.try('me', {})).toMatchObject({ code: 200 })
  })

  it("end together, except the caller's", async () => {
    const { name, client } = await newPerson()
    const others = [await signIn(server, name), await signIn(server, name)]
    expect(await client.call('session_revoke', { all_others: true })).toEqual({ done: 2 })
    for (const other of others) expect(await other.try('me', {})).toMatchObject({ code: 401 })
    expect(await client.call('session_list', {})).toMatchObject({ total: 1 })
  })

  it('need a recent password to be ended', async () => {
    const { client } = await newPerson()
    server.clock.pass(600)
    expect(await client.try('session_revoke', { all_others: true })).toMatchObject({
      code: 403,
      fields: { step_up: 'required' },
    })
  })

  it('take their live stream with them', async () => {
    const { name, client } = await newPerson()
    const gone = await signIn(server, name)
    const stream = await fetch(`${gone.url}/ajax.php?act=live`, { headers: { cookie: gone.cookie } })
    expect(stream.status).toBe(200)
    await client.call('session_revoke', { all_others: true })
    // Reads to the end: without an end the test runs into its time-out.
    expect(await stream.text()).toContain('event: hello')
  })

  it('can be seen and ended by an employer for staff, by the owner for everybody, and by staff for themselves', async () => {
    const { name, id, client: employer } = await newPerson()
    const staff = await newStaff(server, employer, ['codes'])
    const names = async (client: ConsoleClient, filter: object) =>
      (await client.call('session_list', { filter, size: 500 })).rows.map((row) => row.name)

    expect(await names(employer, {})).toEqual([name])
    expect((await names(employer, { everyone: true })).sort()).toEqual([name, staff.name].sort())
    expect(await names(employer, { operator: staff.id })).toEqual([staff.name])
    expect(await names(staff.client, { everyone: true })).toEqual([staff.name])
    expect(await names(staff.client, { operator: id })).toEqual([])
    expect(await names(await server.owner(), {})).not.toContain(name)
    expect(await names(await server.owner(), { everyone: true })).toEqual(
      expect.arrayContaining([name, staff.name, 'owner']),
    )

    const { rows } = await employer.call('session_list', { filter: { operator: staff.id } })
    expect(
      await staff.client.try('session_revoke', { handles: [await currentHandle(employer)] }),
    ).toMatchObject({
      msg: { done: 0 },
    })
    expect(await employer.call('session_revoke', { handles: [rows[0]!.handle] })).toEqual({ done: 1 })
    expect(await staff.client.try('me', {})).toMatchObject({ code: 401 })
    await server.act('session_revoke', { handles: [await currentHandle(employer)] })
    expect(await employer.try('me', {})).toMatchObject({ code: 401 })
  })
})

async function currentHandle(client: ConsoleClient): Promise<string> {
  return (await client.call('session_list', {})).rows.find(({ current }) => current)!.handle
}

describe('sign-in history', () => {
  it('has every attempt under a known name, with its outcome', async () => {
    const { name, id, client } = await newPerson()
    await attempt(name, 'wrong')
    await attempt(name, PASSWORD)
    await attempt(`no ${name}`, 'wrong')
    const { rows, total } = await client.call('sign_in_list', {})
    expect(total).toBe(3)
    expect(rows.map(({ outcome }) => outcome)).toEqual(['signed_in', 'wrong_password', 'signed_in'])
    expect(rows[0]).toMatchObject({
      operator: id,
      name,
      ip: '127.0.0.1',
      user_agent: 'A test',
      at: server.clock.now(),
    })
    expect(await client.call('sign_in_list', { filter: { outcome: 'wrong_password' } })).toMatchObject({
      total: 1,
    })
  })

  it('notes a locked name once a minute, however many attempts come', async () => {
    const { name, client } = await newPerson()
    for (let i = 0; i < 5; i++) await attempt(name, 'wrong')
    for (let i = 0; i < 10; i++) expect(await attempt(name, PASSWORD)).toMatchObject({ code: 429 })
    expect(
      outcomes(await client.call('sign_in_list', {})).filter((outcome) => outcome === 'waits'),
    ).toHaveLength(1)
    server.clock.pass(61)
  })

  it('is paged', async () => {
    const { name, client } = await newPerson()
    for (let i = 0; i < 4; i++) await attempt(name, PASSWORD)
    const first = await client.call('sign_in_list', { size: 3 })
    await attempt(name, PASSWORD)
    const second = await client.call('sign_in_list', { size: 3, after: first.next! })
    expect(first.rows.length + second.rows.length).toBe(5)
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(5)
  })

  it('of others is visible like their sessions', async () => {
    const { id, client: employer } = await newPerson()
    const staff = await newStaff(server, employer, [])
    const ofStaff = await employer.call('sign_in_list', { filter: { operator: staff.id } })
    expect(outcomes(ofStaff)).toEqual(['signed_in'])
    const ofEmployer = await staff.client.call('sign_in_list', { filter: { operator: id } })
    expect(ofEmployer).toMatchObject({ rows: [], total: 0 })
    expect(await server.act('sign_in_list', { filter: { operator: staff.id } })).toMatchObject({ total: 1 })
  })

  it('shows that a shut-out person knew the password, only to people concerned', async () => {
    const { name, id } = await newPerson()
    await server.act('developer_freeze', { id, reason: 'a test' })
    const refused = await attempt(name, PASSWORD)
    const wrong = await attempt(name, 'wrong')
    expect({ ...refused, time: 0 }).toEqual({ ...wrong, time: 0 })
    const seen = await server.act('sign_in_list', { filter: { operator: id } })
    expect(outcomes(seen).slice(0, 2)).toEqual(['wrong_password', 'shut_out'])
  })

  it('staff of a shut-out employer are shut out', async () => {
    const { id, client: employer } = await newPerson()
    const staff = await newStaff(server, employer, ['codes'])
    await server.act('developer_freeze', { id, reason: 'a test' })
    expect(await staff.client.try('me', {})).toMatchObject({ code: 401 })
    expect(await attempt(staff.name, PASSWORD)).toMatchObject({ code: 401 })
  })
})

it('changes of sign-in settings are in the audit log without a secret', async () => {
  const { id, client } = await newPerson()
  await client.call('step_up', { password: PASSWORD })
  const { secret } = await client.call('totp_begin', {})
  await client.call('password_change', { old: PASSWORD, password: ANOTHER })
  await client.call('logout', {})
  const rows = (await server.store.read((unit) => unit.audit.after(0, 10_000))).filter(
    (row) => row.personId === id,
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'login',
    'step_up',
    'totp_begin',
    'password_change',
    'logout',
  ])
  for (const row of rows)
    expect(row).toMatchObject({ subjectKind: 'operator', subjectId: String(id), ownerId: id })
  for (const text of [secret, PASSWORD, ANOTHER, client.cookie.slice(4)])
    expect(JSON.stringify(rows)).not.toContain(text)
})

it('sign-ins are stored for 180 days', async () => {
  const { id } = await newPerson()
  const history = new SignInHistory({ store: server.store, clock: server.clock })
  const total = async (owner: ConsoleClient) =>
    (await owner.call('sign_in_list', { filter: { operator: id } })).total
  for (const [passed, left] of [
    [HALF_A_YEAR, 1],
    [1, 0],
  ] as const) {
    server.clock.pass(passed)
    await history.forgetOld()
    expect(await total(await signIn(server, 'owner', OWNER_PASSWORD))).toBe(left)
  }
})
