import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import { TestServer } from '../support/test-server.ts'
import { auditRows } from './audit-rows.ts'
import { changeDatabase } from './operators.ts'

const FOREVER = 4_102_243_200
let server: TestServer
let app: number

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application()
})
afterAll(() => server.end())

const bring = (rows: unknown[], rest: Partial<ActionInput<'account_import'>> = {}) =>
  server.act('account_import', { app, rows, ...rest })
const attempt = async (name: string, input: unknown) => (await server.owner()).try(name, input)
const total = async () => (await server.act('account_list', { filter: { app } })).total

/** The whole file, joined from its pieces. */
async function exported(input: ActionInput<'account_export'>): Promise<{ text: string; pieces: number }> {
  let text = ''
  for (let pieces = 1, after: number | undefined; ; pieces++) {
    const piece = await server.act('account_export', { ...input, ...(after === undefined ? {} : { after }) })
    text += piece.text
    if (piece.next === null) return { text, pieces }
    after = piece.next
  }
}

describe('account_import', () => {
  const good = { user: 'import_1', password: 'secret-1', qq: 'i1' }

  it('takes the valid lines and gives a reason for each other line', async () => {
    const before = await total()
    const rows = [
      good,
      { user: 'import_2', qq: 'i2', name: 'Two', vip: FOREVER, disabled: true, disable_reason: 'R' },
      { user: 'no', qq: 'i3' },
      { user: 'import_4', qq: 'i4', password: 'short' },
      { user: 'import_1', qq: 'i5' },
      { user: 'import_6', qq: 'i2' },
      { user: 'import_7', qq: 'i7', hash: 'x' },
      'nonsense',
    ]
    const skipped = [
      { row: 2, reason: 'user: 5 to 11 letters, digits and _' },
      { row: 3, reason: 'password: 6 to 18 letters, digits and . * _ -' },
      { row: 4, reason: 'user: twice in this file' },
      { row: 5, reason: 'qq: twice in this file' },
    ]
    const dry = await bring(rows, { dry_run: true })
    expect(dry).toMatchObject({ done: 2, passwords: [] })
    expect(dry.skipped.slice(0, 4)).toEqual(skipped)
    expect(dry.skipped.map(({ row }) => row)).toEqual([2, 3, 4, 5, 6, 7])
    expect(await total()).toBe(before)

    const done = await bring(rows)
    expect(done).toMatchObject({ done: 2, skipped: dry.skipped })
    expect(await total()).toBe(before + 2)
    const [made] = done.passwords
    expect(done.passwords).toEqual([{ row: 1, user: 'import_2', password: made!.password }])
    const { rows: found } = await server.act('account_list', { filter: { app }, search: 'import_2' })
    expect(found[0]).toMatchObject({ name: 'Two', vip: FOREVER, disabled: true, disable_reason: 'R' })
    // The generated password is right: with it, login answers the reason why the account is disabled.
    const logOn = { user: 'import_2', password: made!.password }
    expect(await server.api('userlogon', app, logOn)).toMatchObject({ code: 114, msg: 'R' })
    expect(await server.api('userlogon', app, { user: good.user, password: good.password })).toMatchObject({
      code: 200,
    })
  })

  it('takes each account once when the same file comes twice or at once', async () => {
    const rows = Array.from({ length: 5 }, (_, n) => ({
      user: `twice_${n}`,
      qq: `t${n}`,
      password: 'secret-1',
    }))
    const before = await total()
    const answers = await Promise.all([bring(rows), bring(rows)])
    expect(answers[0].done + answers[1].done).toBe(5)
    expect(await bring(rows)).toMatchObject({
      done: 0,
      skipped: rows.map((_, row) => ({ row, reason: 'qq: exists' })),
      passwords: [],
    })
    expect(await total()).toBe(before + 5)
  })

  it('refuses a file with too many rows and an unknown application', async () => {
    const rows = Array.from({ length: 501 }, () => good)
    expect(await attempt('account_import', { app, rows })).toMatchObject({ code: 422 })
    expect(await attempt('account_import', { app: 1, rows: [good] })).toMatchObject({ code: 404 })
  })

  it('logs the names and no passwords', async () => {
    const { passwords } = await bring([{ user: 'logged_1', qq: 'l1' }])
    const row = (await auditRows(server, 'account_import')).at(-1)!
    expect(row).toMatchObject({ subjectKind: 'application', subjectId: `${app}`, appId: app })
    expect(row.after).toEqual({ count: 1, users: ['logged_1'] })
    expect(JSON.stringify(row)).not.toContain(passwords[0]!.password)
  })
})

describe('account_export', () => {
  it('answers a CSV without spreadsheet formulas and without hashes', async () => {
    const other = await server.application()
    const made = { app: other, user: 'export_1', qq: '=1+1', password: 'secret-1', vip: FOREVER }
    const { created_at } = await server.act('account_create', { ...made, name: 'Ann, "the" one' })
    const { text } = await exported({ filter: { app: other } })
    const created = new Date(created_at * 1000).toISOString()
    expect(text).toBe(
      '\uFEFFuser,qq,name,app,vip,ends,disabled,disable_reason,inviter,registration_ip,last_login,created\r\n' +
        `export_1,'=1+1,"Ann, ""the"" one",${other},${FOREVER},2099-12-29T16:00:00.000Z,false,,,,,${created}\r\n`,
    )
  })

  it('has the rows that the list shows for the same filter and search', async () => {
    const { text } = await exported({ format: 'json', filter: { app }, search: 'twice' })
    const rows = JSON.parse(text) as { user: string }[]
    expect(rows.map(({ user }) => user)).toEqual(['twice_0', 'twice_1', 'twice_2', 'twice_3', 'twice_4'])
    expect(text).not.toContain('argon2')
  })

  it('comes in pieces that join into one file', async () => {
    const many = await server.application()
    const insert = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4001)
      INSERT INTO accounts (app_id, "user", password_hash, qq, name, registration_ip, created_at)
      SELECT ?, 'many_' || i, 'hash', 'm' || i, 'many', '', 0 FROM n`
    changeDatabase(server, insert, many)
    const json = await exported({ format: 'json', filter: { app: many } })
    expect(json.pieces).toBe(3)
    const users = (JSON.parse(json.text) as { user: string }[]).map(({ user }) => user)
    expect(users).toEqual(Array.from({ length: 4001 }, (_, n) => `many_${n + 1}`))
    const csv = await exported({ filter: { app: many } })
    expect(csv.text.trimEnd().split('\r\n')).toHaveLength(4002)
  })

  it('answers a file without rows when nothing matches', async () => {
    const empty = await server.application()
    expect((await exported({ format: 'json', filter: { app: empty } })).text).toBe('[\n\n]\n')
    expect((await exported({ filter: { app: empty } })).text.split('\r\n')).toHaveLength(2)
  })
})
