import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { auditRows } from './audit-rows.ts'
import { addOperator, changeDatabase, signIn } from './operators.ts'

const FOREVER = 4_102_243_200
const DAY = 86_400
let server: TestServer
let app: number
let made = 0

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application()
  await addOperator(server, 'stranger', 'developer')
})
afterAll(() => server.end())

async function account(fields: Partial<ActionInput<'account_create'>> = {}) {
  const number = ++made
  const given = { app, user: `bulk_${number}`, qq: `9${number}`, password: 'secret-1' }
  return server.act('account_create', { ...given, ...fields })
}
const read = (id: number) => server.act('account_get', { id })
const bulk = (input: ActionInput<'account_bulk'>) => server.act('account_bulk', input)
const attempt = async (name: string, input: unknown) => (await server.owner()).try(name, input)

describe('account_get', () => {
  it('answers the account and the person who invited it', async () => {
    const inviter = await account()
    const invited = await account()
    changeDatabase(server, 'UPDATE accounts SET inviter_id = ? WHERE id = ?', inviter.id, invited.id)
    expect(await read(inviter.id)).toEqual({ ...inviter, inviter_user: null })
    expect(await read(invited.id)).toMatchObject({ inviter: inviter.id, inviter_user: inviter.user })
    expect(await attempt('account_get', { id: 999_999 })).toMatchObject({ code: 404 })
  })
})

describe('account_password_reset', () => {
  it('sets a given password, refuses the old one, and ends the wait after failures', async () => {
    const { id, user } = await account()
    changeDatabase(server, 'UPDATE accounts SET failures = 9, locked_until = ? WHERE id = ?', FOREVER, id)
    const reply = await server.act('account_password_reset', { id, password: 'secret-2' })
    expect(reply).toEqual({ password: 'secret-2' })
    expect(await server.api('userlogon', app, { user, password: 'secret-1' })).toMatchObject({ code: 113 })
    expect(await server.api('userlogon', app, { user, password: 'secret-2' })).toMatchObject({ code: 200 })
  })

  it('sets a password that the server makes, a different one each time', async () => {
    const { id, user } = await account()
    const [first, second] = [
      await server.act('account_password_reset', { id }),
      await server.act('account_password_reset', { id }),
    ]
    expect(first.password).toMatch(/^[A-Za-z0-9]{12}$/)
    expect(second.password).not.toBe(first.password)
    const logOn = ({ password }: { password: string }) => server.api('userlogon', app, { user, password })
    expect(await logOn(first)).toMatchObject({ code: 113 })
    expect(await logOn(second)).toMatchObject({ code: 200 })
    const rows = (await auditRows(server, 'account_password_reset')).filter(
      (row) => row.subjectId === `${id}`,
    )
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain(second.password)
    expect(JSON.stringify(rows)).not.toContain('argon2')
  })

  it('refuses an invalid password and an unknown account', async () => {
    const { id } = await account()
    expect(await attempt('account_password_reset', { id, password: 'no spaces' })).toMatchObject({
      code: 422,
    })
    expect(await attempt('account_password_reset', { id: 999_999 })).toMatchObject({ code: 404 })
  })
})

describe('account_bulk', () => {
  it('disables with a reason and enables again', async () => {
    const [a, b] = [await account(), await account()]
    const ids = [a.id, b.id]
    const reason = { disabled: true, disable_reason: 'Refunded' }
    expect(await bulk({ ids, ...reason })).toEqual({ done: 2, skipped: [] })
    const logOn = () => server.api('userlogon', app, { user: a.user, password: 'secret-1' })
    expect(await logOn()).toMatchObject({ code: 114, msg: 'Refunded' })
    expect(await read(b.id)).toMatchObject(reason)
    expect(await bulk({ ids, disabled: false, disable_reason: '' })).toEqual({ done: 2, skipped: [] })
    expect(await logOn()).toMatchObject({ code: 200 })
    expect(await read(b.id)).toEqual({ ...b, inviter_user: null })
  })

  it('extends from now or from the end, whichever is later, and leaves permanent accounts alone', async () => {
    const now = server.clock.now()
    const [none, running, forever] = [
      await account(),
      await account({ vip: now + DAY }),
      await account({ vip: FOREVER }),
    ]
    const input = { ids: [none.id, running.id, forever.id, 999_999], extend_seconds: 30 * DAY }
    const skipped = [
      { id: forever.id, reason: 'permanent' },
      { id: 999_999, reason: 'unknown' },
    ]
    expect(await bulk({ ...input, dry_run: true })).toEqual({ done: 2, skipped })
    expect(await read(none.id)).toMatchObject({ vip: 0 })
    expect(await bulk(input)).toEqual({ done: 2, skipped })
    expect(await read(none.id)).toMatchObject({ vip: now + 30 * DAY })
    expect(await read(running.id)).toMatchObject({ vip: now + 31 * DAY })
    expect(await read(forever.id)).toMatchObject({ vip: FOREVER })
  })

  it('adds up simultaneous extensions', async () => {
    const { id } = await account({ vip: server.clock.now() + DAY })
    await Promise.all(Array.from({ length: 8 }, () => bulk({ ids: [id], extend_seconds: DAY })))
    expect(await read(id)).toMatchObject({ vip: server.clock.now() + 9 * DAY })
  })

  it('changes exactly the accounts that the list shows for a filter and a search', async () => {
    const other = await server.application()
    const [a, b] = [
      await account({ app: other, name: 'Summer' }),
      await account({ app: other, name: 'Summer' }),
    ]
    const c = await account({ app: other, name: 'Winter' })
    const d = await account({ name: 'Summer' })
    const target = { filter: { app: other, disabled: false }, search: 'summ' }
    expect(await server.act('account_list', target)).toMatchObject({ total: 2 })
    expect(await bulk({ ...target, disabled: true, dry_run: true })).toEqual({ done: 2, skipped: [] })
    expect(await bulk({ ...target, disabled: true })).toEqual({ done: 2, skipped: [] })
    const disabled = await Promise.all([a, b, c, d].map(async ({ id }) => (await read(id)).disabled))
    expect(disabled).toEqual([true, true, false, false])
  })

  it('refuses a call with both targets and a call with none', async () => {
    expect(await attempt('account_bulk', { disabled: true })).toMatchObject({ code: 422 })
    expect(await attempt('account_bulk', { ids: [1], filter: {}, disabled: true })).toMatchObject({
      code: 422,
    })
  })

  it('lets a stranger change nothing, by ids or by filter', async () => {
    const { id } = await account()
    const stranger = await signIn(server, 'stranger')
    expect(await stranger.call('account_bulk', { ids: [id], disabled: true })).toEqual({
      done: 0,
      skipped: [{ id, reason: 'unknown' }],
    })
    expect(await stranger.call('account_bulk', { filter: {}, disabled: true })).toEqual({
      done: 0,
      skipped: [],
    })
    expect(await read(id)).toMatchObject({ disabled: false })
  })

  it('writes one audit row: the changes of one account, the number of several', async () => {
    const [a, b] = [await account(), await account()]
    await bulk({ ids: [a.id], disabled: true, disable_reason: 'One' })
    await bulk({ ids: [a.id, b.id], extend_seconds: DAY })
    const [several, one] = (await auditRows(server, 'account_bulk')).reverse()
    expect(one).toMatchObject({
      subjectKind: 'account',
      subjectId: `${a.id}`,
      subjectLabel: a.user,
      appId: app,
    })
    expect([one?.before, one?.after]).toEqual([
      { disabled: false, disableReason: '' },
      { disabled: true, disableReason: 'One' },
    ])
    expect(several).toMatchObject({ subjectKind: 'account', subjectId: '', personName: 'owner' })
    expect(several?.after).toMatchObject({ count: 2, ids: [a.id, b.id], extendSeconds: DAY })
  })

  it('runs as a job over 500 accounts, with its parts in the audit log', async () => {
    const many = await server.application()
    const insert = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1201)
      INSERT INTO accounts (app_id, "user", password_hash, qq, name, registration_ip, created_at)
      SELECT ?, 'many_' || i, '', 'm' || i, 'many', '', 0 FROM n`
    changeDatabase(server, insert, many)
    const before = (await auditRows(server, 'account_bulk')).length
    const input = { filter: { app: many }, disabled: true, disable_reason: 'Over' }
    expect(await bulk({ ...input, dry_run: true })).toEqual({ done: 1201, skipped: [] })
    const { job } = await bulk(input)
    const filter = { app: many, disabled: true }
    await until(async () => (await server.act('account_list', { filter, size: 1 })).total === 1201, 'the job')
    await until(
      async () =>
        (await server.act('job_list', {})).rows.some(({ id, state }) => id === job && state === 'done'),
      'its end',
    )
    const counts = (await auditRows(server, 'account_bulk')).slice(before).map((row) => row.after?.['count'])
    expect(counts).toEqual([500, 500, 201])
  })
})

describe('the audit log after single acts', () => {
  it('create, update, recharge and delete log the person, the account and the changes, without a password', async () => {
    const { id, user } = await account({ password: 'hidden-pass1' })
    await server.act('account_update', { id, name: 'New name', password: 'hidden-pass2' })
    const kami = await server.code({ app, type: 'time', unit: 'day', amount: 30 })
    await server.act('account_recharge', { id, kami })
    await server.act('account_delete', { ids: [id] })
    const rows = await Promise.all(
      ['account_create', 'account_update', 'account_recharge', 'account_delete'].map(async (action) =>
        (await auditRows(server, action)).find((row) => row.subjectId === `${id}`)!,
      ),
    )
    for (const row of rows)
      expect(row).toMatchObject({
        personName: 'owner',
        subjectKind: 'account',
        subjectLabel: user,
        appId: app,
      })
    expect(rows[1]).toMatchObject({ before: { name: user }, after: { name: 'New name' } })
    expect(rows[2]!.after).toEqual({ vip: server.clock.now() + 30 * DAY, code: kami })
    expect(rows[3]!.after).toBeUndefined()
    expect(JSON.stringify(rows)).not.toMatch(/hidden-pass|argon2/)
  })
})
