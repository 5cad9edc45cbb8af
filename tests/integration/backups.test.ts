import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { restored } from '../support/restored.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { addOperator, changeDatabase, PASSWORD, signIn } from './operators.ts'

const DAY = 86_400
let server: TestServer
let app: number

// The test copies and reads a whole database several times, on a machine that may be busy.
vi.setConfig({ testTimeout: 90_000 })
beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())
/** Each test has its own application, and its own minute in the names of its backups. */
beforeEach(async () => {
  server.clock.pass(60)
  await server.act('step_up', { password: OWNER_PASSWORD })
  app = await server.application()
})

async function until<T>(probe: () => Promise<T | false>, what: string): Promise<T> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline;) {
    const found = await probe()
    if (found !== false) return found
    await delay(20)
  }
  throw new Error(`waited in vain for ${what}`)
}

const backups = async () => (await server.act('backup_list', {})).rows

async function ended(job: string): Promise<string> {
  return until(async () => {
    const { rows } = await server.act('job_list', {})
    const state = rows.find(({ id }) => id === job)?.state
    return state !== undefined && state !== 'running' && state
  }, 'the end of a job')
}

async function backUp(): Promise<string> {
  const { job } = await server.act('backup_now', {})
  expect(await ended(job)).toBe('done')
  return (await backups())[0]!.name
}

/** Restores a backup and waits until the server reports the end. */
async function restore(name: string): Promise<void> {
  const at = server.clock.now()
  await server.act('backup_restore', { name })
  await until(async () => {
    const found = await restored(server)
    return found?.name === name && found.at === at
  }, 'the restored server')
}

/** The last six digits of the time in the backup's name. */
const stamp = () => new Date(server.clock.now() * 1000).toISOString().slice(0, 19).replace(/[-:]/g, '')

/** A failure that the test asks for is no failure of the server. */
function expectFailure(): void {
  expect(server.log.errors).toHaveLength(1)
  server.log.errors.length = 0
}

const folderOf = (name: string) => join(server.folder, 'backups', name)

describe('a backup', () => {
  it('copies both databases whole during calls, and reports its checksum', async () => {
    await server.act('device_create', { app, account_key: '1@A', vip: server.clock.now() + DAY })
    let calls = 0
    const load = { going: true }
    const calling = (async () => {
      while (load.going) {
        expect(await server.api('mt5pulse', app, { account_key: '1@A', equity: calls })).toMatchObject({
          code: 200,
        })
        calls++
      }
    })()
    const { job } = await server.act('backup_now', {})
    expect(await ended(job)).toBe('done')
    load.going = false
    await calling
    expect(calls).toBeGreaterThan(0)

    const [backup] = await backups()
    expect(backup).toMatchObject({
      name: `${stamp()}Z-manual`,
      reason: 'manual',
      made_at: server.clock.now(),
      version: 'test',
    })
    const file = join(folderOf(backup!.name), 'pulsekey.db')
    expect(createHash('sha256').update(readFileSync(file)).digest('hex')).toBe(backup!.sha256)
    const copy = new Database(file, { readonly: true })
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(copy.prepare('SELECT name FROM applications WHERE id = ?').get(app)).toEqual({ name: 'Gold Grid' })
    copy.close()
    expect(
      readdirSync(folderOf(backup!.name))
        .filter((name) => name.endsWith('.db'))
        .sort(),
    ).toEqual(['pulsekey.db', 'telemetry.db'])
    expect((await server.act('health', {})).last_backup).toEqual(backup)
  })

  it('gets a different name in the same second, and is refused while another one runs', async () => {
    const first = await server.act('backup_now', {})
    expect(await (await server.owner()).try('backup_now', {})).toMatchObject({ code: 409 })
    expect(await ended(first.job)).toBe('done')
    await backUp()
    const names = (await backups()).map(({ name }) => name)
    expect(names.slice(0, 2).sort()).toEqual([`${stamp()}Z-manual`, `${stamp()}Z-manual-2`])
  })

  it('goes to the folder of the settings and is listed from there', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'pulsekey-elsewhere-')), 'copies')
    await server.act('settings_set', { backups: { folder } })
    const name = await backUp()
    expect(existsSync(join(folder, name, 'pulsekey.db'))).toBe(true)
    await restore(name)
    expect((await server.act('settings_get', {})).backups.folder).toBe(folder)
    await server.act('settings_set', { backups: { folder: '' } })
    rmSync(join(folder, '..'), { recursive: true })
  })

  it.each([['copies'], ['/proc/none'], ['../x']])('refuses the folder %s with its member', async (folder) => {
    const reply = await (await server.owner()).try('settings_set', { backups: { folder } })
    expect(reply.code).toBe(422)
    expect(Object.keys(reply.fields ?? {})).toEqual(['backups.folder'])
  })

  it('can be deleted; an unknown one answers 404, and no name leads out of the folder', async () => {
    const name = await backUp()
    await server.act('backup_delete', { name })
    expect((await backups()).map((backup) => backup.name)).not.toContain(name)
    expect(existsSync(folderOf(name))).toBe(false)
    const owner = await server.owner()
    expect(await owner.try('backup_delete', { name })).toMatchObject({ code: 404 })
    for (const bad of ['..', '../backups', '20231114T221320Z-manual/..', '']) {
      expect(await owner.try('backup_delete', { name: bad })).toMatchObject({ code: 422 })
      expect(await owner.try('backup_restore', { name: bad })).toMatchObject({ code: 422 })
    }
  })
})

describe('a restore', () => {
  it('brings back the old data, keeps the replaced data as a backup, and continues by itself', async () => {
    const name = await backUp()
    await server.act('app_update', { app, name: 'Later' })
    const { kamis } = await server.act('code_generate', { app, type: 'permanent', count: 1 })
    server.clock.pass(60)
    await restore(name)
    expect(await server.act('app_get', { app })).toMatchObject({ name: 'Gold Grid' })
    expect(await server.api('kmlogon', app, { kami: kamis[0]!, markcode: 'x' })).toMatchObject({ code: 149 })
    expect((await server.act('health', {})).restored).toEqual({ name, at: server.clock.now() })

    const before = (await backups()).find(({ reason }) => reason === 'before_restore')!
    expect(before).toMatchObject({
      name: `${stamp()}Z-before_restore`,
      made_at: server.clock.now(),
    })
    await restore(before.name)
    expect(await server.act('app_get', { app })).toMatchObject({ name: 'Later' })
    expect(await server.api('kmlogon', app, { kami: kamis[0]!, markcode: 'x' })).toMatchObject({ code: 200 })
  })

  it('is in the audit log of the restored data and of the replaced data, and both chains are intact', async () => {
    const name = await backUp()
    await restore(name)
    const rows = async () => (await server.act('audit_list', { filter: { action: 'backup_restore' } })).rows
    expect((await rows())[0]).toMatchObject({ subject_id: name, person_name: 'owner', ip: '127.0.0.1' })
    expect((await server.act('audit_verify', {})).verification).toMatchObject({ ok: true })
    await restore((await backups()).find(({ reason }) => reason === 'before_restore')!.name)
    const [second, first] = await rows()
    expect(first).toMatchObject({ subject_id: name })
    expect(second!.subject_id).toMatch(/before_restore/)
    expect((await server.act('audit_verify', {})).verification).toMatchObject({ ok: true })
  })

  it('keeps the caller signed in and revives no session that ended since', async () => {
    await addOperator(server, 'ended', 'developer')
    const ended = await signIn(server, 'ended')
    await server.owner()
    const name = await backUp()
    await ended.call('logout', {})
    const later = await signIn(server, 'ended', PASSWORD)
    await restore(name)
    expect(await server.act('me', {})).toMatchObject({ name: 'owner' })
    expect(await ended.try('me', {})).toMatchObject({ code: 401 })
    expect(await later.try('me', {})).toMatchObject({ code: 401 })
  })

  it('drops the close orders that wait in the backup', async () => {
    const { id } = await server.act('device_create', {
      app,
      account_key: '1@A',
      vip: server.clock.now() + DAY,
    })
    await server.act('device_control', { ids: [id], close_all: true })
    const name = await backUp()
    const first = await server.api('mt5pulse', app, { account_key: '1@A', positions: 1 })
    expect(first).toMatchObject({ close_all: 1 })
    await restore(name)
    const second = await server.api('mt5pulse', app, { account_key: '1@A', positions: 1 })
    expect(second).toMatchObject({ code: 200, close_all: 0 })
    expect((await server.act('device_get', { id })).commands[0]).toMatchObject({ state: 'withdrawn' })
  })

  it('holds calls until it ends: none is lost and none is refused', async () => {
    await server.act('device_create', { app, account_key: '1@A', vip: server.clock.now() + DAY })
    const name = await backUp()
    const codes = new Map<number, number>()
    let going = true
    const load = Array.from({ length: 8 }, async () => {
      while (going) {
        const { code } = await server.api('mt5pulse', app, { account_key: '1@A', equity: 1 })
        codes.set(code, (codes.get(code) ?? 0) + 1)
      }
    })
    await restore(name)
    const before = codes.get(200)!
    await until(async () => codes.get(200)! > before, 'a pulse after it')
    going = false
    await Promise.all(load)
    expect([...codes.keys()]).toEqual([200])
  })

  it('leaves the listeners where they are, whatever the backup says', async () => {
    const name = await backUp()
    await server.act('settings_set', { listeners: { console_public: true }, site: { title: 'Later' } })
    await restore(name)
    const settings = await server.act('settings_get', {})
    expect(settings.listeners.console_public).toBe(true)
    expect(settings.site.title).toBe('')
    expect((await fetch(`${server.running.publicUrl}/console/`)).status).toBe(200)
  })
})

describe('a damaged backup', () => {
  const damage = (name: string, change: (file: Buffer) => Buffer) => {
    const file = join(folderOf(name), 'pulsekey.db')
    writeFileSync(file, change(readFileSync(file)))
  }

  it.each([
    ['a byte is another', (file: Buffer) => (file.writeUInt8(file.readUInt8(5000) ^ 1, 5000), file)],
    ['its end is missing', (file: Buffer) => file.subarray(0, file.length - 4096)],
    ['it is empty', () => Buffer.alloc(0)],
  ])('%s: is refused and changes nothing', async (_, change) => {
    const name = await backUp()
    damage(name, change)
    await server.act('app_update', { app, name: 'Later' })
    const { job } = await server.act('backup_restore', { name })
    expect(await ended(job)).toBe('failed')
    expectFailure()
    expect((await server.act('backup_list', {})).failure?.reason).toMatch(/checksum/)
    expect(await server.act('app_get', { app })).toMatchObject({ name: 'Later' })
    expect(existsSync(join(server.folder, 'restoring'))).toBe(false)
    await server.close()
    await server.open()
    expect(await server.act('app_get', { app })).toMatchObject({ name: 'Later' })
  })

  it('is refused when a newer version made it', async () => {
    changeDatabase(server, `INSERT INTO migrations (tag, hash, applied_at) VALUES ('9999_later', 'x', 1)`)
    const name = await backUp()
    changeDatabase(server, `DELETE FROM migrations WHERE tag = '9999_later'`)
    const { job } = await server.act('backup_restore', { name })
    expect(await ended(job)).toBe('failed')
    expectFailure()
    expect((await server.act('backup_list', {})).failure?.reason).toMatch(/newer version/)
  })
})

it("health runs SQLite's own check of both databases on request", async () => {
  expect(await server.act('health', {})).toMatchObject({
    version: 'test',
    now: server.clock.now(),
    data_folder: server.folder,
    databases: null,
    public_url: server.running.publicUrl,
    console_url: server.running.consoleUrl,
  })
  const { databases, disk_free, main_size } = await server.act('health', { check: true })
  expect(databases).toEqual([
    { name: 'telemetry.db', verdict: 'ok' },
    { name: 'pulsekey.db', verdict: 'ok' },
  ])
  expect(disk_free).toBeGreaterThan(0)
  expect(main_size).toBeGreaterThan(0)
})
