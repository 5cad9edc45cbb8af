import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import type { ImportKind } from '../../src-server/contract/import-names.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { auditRows } from './audit-rows.ts'
import { addOperator, newStaff, PASSWORD, signIn } from './operators.ts'

const FOREVER = 4_102_243_200
let server: TestServer
let developer: ConsoleClient
let app: number

beforeAll(async () => {
  server = await TestServer.start()
  await addOperator(server, 'importer', 'developer')
  developer = await signIn(server, 'importer')
  app = (await developer.call('app_create', { name: 'Taken over' })).app
  await developer.call('app_update', { app, sign: false, window: 0, mt5: { enabled: true } })
})
afterAll(() => server.end())

const codes = (rows: unknown[], more: Partial<ActionInput<'code_import'>> = {}) =>
  developer.call('code_import', { app, rows, ...more })
const devices = (rows: unknown[], more: Partial<ActionInput<'device_import'>> = {}) =>
  developer.call('device_import', { app, rows, ...more })
const accounts = (rows: unknown[], more: Partial<ActionInput<'account_import'>> = {}) =>
  developer.call('account_import', { app, rows, ...more })
const undo = (id: number | undefined, dry_run = false) => developer.call('import_undo', { id: id!, dry_run })
const listed = async (kind: ImportKind, id: number | undefined) =>
  (await developer.call('import_list', { kind })).rows.find((row) => row.id === id)
const code = async (kami: string) => (await developer.call('code_list', { filter: { app, kami } })).rows[0]
const device = async (key: string) => (await developer.call('device_list', { search: key })).rows[0]
const account = async (user: string) => (await developer.call('account_list', { search: user })).rows[0]

describe('the record of an import', () => {
  it('names the person, the file and the number of rows, over all pieces of the file', async () => {
    const first = await codes([{ kami: 'PIECE-1', type: 'permanent' }], { file: 'cards.xlsx' })
    const rest = [
      { kami: 'PIECE-2', type: 'permanent' },
      { kami: 'PIECE-1', type: 'permanent' },
    ]
    const second = await codes(rest, { file: 'cards.xlsx', import: first.import! })
    expect(second.import).toBe(first.import)
    expect(await listed('code', first.import)).toMatchObject({
      kind: 'code',
      app,
      file: 'cards.xlsx',
      by: 'importer',
      at: server.clock.now(),
      made: 2,
      changed: 0,
      undone_at: null,
    })
  })

  it('does not exist for a dry run, and where no row is imported', async () => {
    const rows = [{ kami: 'RECORDLESS', type: 'permanent' }]
    expect((await codes(rows, { dry_run: true })).import).toBeUndefined()
    expect((await codes([{ kami: '' }])).import).toBeUndefined()
  })

  it.each([
    ['of another kind', async () => (await devices([{ account_key: '1@Kind', vip: FOREVER }])).import!, 404],
    ['that does not exist', () => Promise.resolve(999_999), 404],
    [
      'that is undone',
      async () => {
        const { import: id } = await codes([{ kami: 'DONE-AND-UNDONE', type: 'permanent' }])
        await undo(id)
        return id!
      },
      409,
    ],
  ])('refuses to continue an import %s', async (_, idOf, answer) => {
    const input = { app, rows: [{ kami: 'CONTINUED', type: 'permanent' }], import: await idOf() }
    expect(await developer.try('code_import', input)).toMatchObject({ code: answer })
    expect(await developer.try('code_import', { ...input, dry_run: true })).toMatchObject({ code: answer })
    expect(await code('CONTINUED')).toBeUndefined()
  })
})

describe('the undo of an import of codes', () => {
  it('removes unused codes, and leaves and names codes that were used or changed', async () => {
    const rows = ['FRESH', 'LOGGED-IN', 'NOTED', 'BINNED', 'BOUND'].map((kami) => ({
      kami,
      type: 'permanent',
      ...(kami === 'BOUND' && { markcode: 'OLD PC', use_time: 1 }),
    }))
    const { import: id } = await codes(rows)
    const idOf = async (kami: string) => (await code(kami))!.id
    await server.api('kmlogon', app, { kami: 'LOGGED-IN', markcode: 'PC' })
    // The code is bound already, so this login changes nothing in it.
    expect(await server.api('kmlogon', app, { kami: 'BOUND', markcode: 'OLD PC' })).toMatchObject({
      code: 200,
    })
    await developer.call('code_update', { ids: [await idOf('NOTED')], note: 'sold' })
    await developer.call('code_delete', { ids: [await idOf('BINNED')] })
    const preview = await undo(id, true)
    expect(preview).toMatchObject({ remove: 1, restore: 0, stay: 4 })
    expect(preview.staying.map(({ label, reason }) => [label, reason])).toEqual([
      ['LOGGED-IN', 'used'],
      ['NOTED', 'changed'],
      ['BINNED', 'changed'],
      ['BOUND', 'used'],
    ])
    expect(await code('FRESH')).toBeDefined()
    expect(await undo(id)).toEqual(preview)
    expect(await code('FRESH')).toBeUndefined()
    expect([await code('LOGGED-IN'), await code('NOTED'), await code('BOUND')]).not.toContain(undefined)
    expect(await listed('code', id)).toMatchObject({ removed: 1, undone_by: 'importer' })
    expect(await developer.try('import_undo', { id })).toMatchObject({ code: 409, fields: { id: 'undone' } })
    // The corrected file can be imported at once.
    expect(await codes([{ kami: 'FRESH', type: 'vip' }])).toMatchObject({ done: 1 })
  })

  it('goes through many rows as a job, and the audit log has every unit of work', async () => {
    const { import: id } = await codes(
      Array.from({ length: 1200 }, (_, n) => ({ kami: `MANY-${n}`, type: 'permanent' })),
      { file: 'many.csv' },
    )
    expect((await undo(id)).job).toBeDefined()
    await until(async () => (await listed('code', id))?.undone_at !== null, 'the end of the undo')
    expect(await listed('code', id)).toMatchObject({ made: 1200, removed: 1200 })
    expect((await developer.call('code_list', { filter: { app }, search: 'MANY-' })).total).toBe(0)
    const rows = (await auditRows(server, 'import_undo')).filter(({ subjectId }) => subjectId === `${id}`)
    expect(rows.map(({ after }) => (after as { removed: number }).removed)).toEqual([500, 500, 200])
    expect(rows[0]).toMatchObject({ subjectKind: 'import', subjectLabel: 'many.csv', appId: app })
  })
})

it('continues an undo that the end of the server interrupted', async () => {
  const rows = Array.from({ length: 2200 }, (_, n) => ({ kami: `AGAIN-${n}`, type: 'permanent' }))
  const { import: id } = await codes(rows)
  await undo(id)
  await server.close()
  await server.open()
  developer = await signIn(server, 'importer')
  const before = await listed('code', id)
  expect(before!.removed % 500).toBe(0)
  if (before!.undone_at === null) {
    expect((await undo(id, true)).remove).toBe(2200 - before!.removed)
    await undo(id)
    await until(async () => (await listed('code', id))?.undone_at !== null, 'the end of the undo')
  }
  expect(await listed('code', id)).toMatchObject({ made: 2200, removed: 2200 })
  expect((await developer.call('code_list', { filter: { app }, search: 'AGAIN-' })).total).toBe(0)
})

it('answers the calls of programs while an import and its undo run', async () => {
  const rows = Array.from({ length: 5000 }, (_, n) => ({
    kami: `LARGE-${n}`,
    type: 'permanent',
    markcode: 'PC',
  }))
  /** The longest call beside some work, as a share of the work's time. */
  const longestShare = async (work: Promise<unknown>) => {
    const end = new AbortController()
    const working = work.finally(() => {
      end.abort()
    })
    const begin = performance.now()
    let longest = 0
    while (!end.signal.aborted) {
      const at = performance.now()
      await server.api('kmlogon', app, { kami: 'NOBODY-HAS-IT', markcode: 'PC' })
      longest = Math.max(longest, performance.now() - at)
    }
    await working
    return longest / (performance.now() - begin)
  }
  let id: number | undefined
  const importing = codes(rows).then((answer) => (id = answer.import))
  expect(await longestShare(importing)).toBeLessThan(0.5)
  const undone = undo(id).then(() =>
    until(async () => (await listed('code', id))?.undone_at !== null, 'the end of the undo'),
  )
  expect(await longestShare(undone)).toBeLessThan(0.5)
})

describe('the undo of an import of trading accounts', () => {
  it('removes new accounts, gives changed ones their earlier values, and leaves accounts that report', async () => {
    await developer.call('device_create', {
      app,
      account_key: '1@Old',
      vip: FOREVER,
      label: 'Before',
      note: 'N',
    })
    await developer.call('device_create', { app, account_key: '2@Old', vip: FOREVER, label: 'Before' })
    const rows = [
      { account_key: '1@Old', label: 'After' },
      { account_key: '2@Old', label: 'After' },
      { account_key: '3@New', vip: FOREVER },
      { account_key: '4@New', vip: FOREVER },
      { account_key: '5@New', vip: FOREVER },
    ]
    const { import: id } = await devices(rows, { existing: 'update' })
    await developer.call('device_update', { id: (await device('2@Old'))!.id, note: 'since' })
    await server.api('mt5pulse', app, { account_key: '4@New', equity: 1 })
    await developer.call('device_control', { ids: [(await device('5@New'))!.id], pause_open: true })
    const done = await undo(id)
    expect(done).toMatchObject({ remove: 1, restore: 1, stay: 3 })
    expect(done.staying.map(({ label, reason }) => [label, reason])).toEqual([
      ['2@Old', 'changed'],
      ['4@New', 'used'],
      ['5@New', 'changed'],
    ])
    expect(await device('1@Old')).toMatchObject({ label: 'Before', note: 'N', vip: FOREVER })
    expect(await device('2@Old')).toMatchObject({ label: 'After', note: 'since' })
    expect(await device('3@New')).toBeUndefined()
    expect(await listed('device', id)).toMatchObject({ made: 3, changed: 2, removed: 1, restored: 1 })
  })

  it('keeps no row that its file does not change', async () => {
    const rows = [{ account_key: '9@Same', vip: FOREVER, label: 'L' }]
    await devices(rows)
    expect(await devices(rows, { existing: 'update' })).toMatchObject({
      done: 0,
      updated: 0,
      skipped: [{ row: 0, reason: 'unchanged' }],
    })
  })
})

describe('the undo of an import of user accounts', () => {
  it('removes accounts that nobody signed in to, and leaves the others', async () => {
    const { import: id } = await accounts([
      { user: 'fresh_1', qq: 'f1', password: 'secret-1' },
      { user: 'tried_1', qq: 'f2', password: 'secret-1' },
      { user: 'signed_1', qq: 'f3', password: 'secret-1', vip: FOREVER },
      { user: 'renamed_1', qq: 'f4', password: 'secret-1' },
    ])
    await server.api('userlogon', app, { user: 'tried_1', password: 'wrong-one' })
    expect(await server.api('userlogon', app, { user: 'signed_1', password: 'secret-1' })).toMatchObject({
      code: 200,
    })
    await developer.call('account_update', { id: (await account('renamed_1'))!.id, name: 'Somebody' })
    expect(await undo(id)).toMatchObject({
      remove: 2,
      stay: 2,
      staying: [
        { label: 'signed_1', reason: 'used' },
        { label: 'renamed_1', reason: 'changed' },
      ],
    })
    expect(await account('fresh_1')).toBeUndefined()
    expect(await account('signed_1')).toBeDefined()
  })
})

it('lets staff see and undo only imports of rows that they may see and edit', async () => {
  const { import: id } = await codes([{ kami: 'OF-THE-EMPLOYER', type: 'permanent' }])
  const { client } = await newStaff(server, developer, ['devices', 'devices.edit'])
  expect(await client.try('import_list', { kind: 'device' })).toMatchObject({ code: 200 })
  expect(await client.try('import_list', { kind: 'code' })).toMatchObject({ code: 403 })
  expect(await client.try('import_undo', { id, dry_run: true })).toMatchObject({ code: 403 })
  expect(await client.try('import_undo', { id })).toMatchObject({ code: 403 })
})

it('counts the rows of earlier pieces against the plan in a dry run', async () => {
  const owner = await server.owner()
  const { id: plan } = await owner.call('plan_create', { name: 'Three codes', max_codes: 3 })
  await owner.call('developer_create', { name: 'planned', password: PASSWORD, plan })
  const planned = await signIn(server, 'planned')
  const own = (await planned.call('app_create', { name: 'Small' })).app
  const rows = [1, 2].map((n) => ({ kami: `ROOM-${n}`, type: 'permanent' }))
  const dry = (ahead: number) => planned.call('code_import', { app: own, rows, dry_run: true, ahead })
  expect((await dry(0)).done).toBe(2)
  expect(await dry(2)).toMatchObject({ done: 1, skipped: [{ row: 1, reason: 'plan' }] })
})

describe('values that a spreadsheet or a person got wrong', () => {
  it.each(['1.23457E+15', '1,23457E+15', '1E+20', '########', '#N/A', 'ABCD-EFGH…', 'ABCD...'])(
    'refuses the shortened code %s',
    async (kami) => {
      expect(await codes([{ kami, type: 'permanent' }])).toMatchObject({
        done: 0,
        skipped: [{ row: 0, reason: 'kami: shortened by a spreadsheet' }],
      })
    },
  )

  it.each([1, 30, 46_387, 20_261_231, 946_684_799])(
    'refuses %i as an end: it is before 2000',
    async (end) => {
      const refused = (member: string) => ({ done: 0, skipped: [{ reason: `${member}: before 2000` }] })
      expect(await codes([{ kami: 'ENDS', type: 'time', unit: 'day', end_time: end }])).toMatchObject(
        refused('end_time'),
      )
      expect(await devices([{ account_key: '940001@Demo-Z', vip: end }])).toMatchObject(refused('vip'))
      expect(await accounts([{ user: 'ends_1', qq: 'e1', vip: end }])).toMatchObject(refused('vip'))
    },
  )

  it('takes 0 as the end of a user account that has no licence yet, and of no trading account', async () => {
    expect(await accounts([{ user: 'never_1', qq: 'n1', vip: 0 }])).toMatchObject({ done: 1 })
    expect(await devices([{ account_key: '940002@Demo-Z', vip: 0 }])).toMatchObject({
      done: 0,
      skipped: [{ reason: 'vip: before 2000' }],
    })
  })
})
