import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SEALED_TABLES } from '../../src-server/store/sealing/places.ts'
import { layOldData } from '../support/old-data.ts'
import { findServerProgram } from '../support/server-program.ts'
import { START, TestServer } from '../support/test-server.ts'
import { backUp, filesBelow, fillWithSecrets, secretsIn, type Filled } from './secret-world.ts'

vi.setConfig({ testTimeout: 60_000 })

describe('stored secrets', () => {
  let server: TestServer
  let filled: Filled

  beforeAll(async () => {
    server = await TestServer.start()
    filled = await fillWithSecrets(server)
    await backUp(server)
  })
  afterAll(() => server.end())

  it('are in no file of a running server, neither in logs of SQLite nor in backups', () => {
    const files = filesBelow(server.folder)
    expect(files.some((file) => file.endsWith('-wal'))).toBe(true)
    expect(files.some((file) => file.includes('/backups/'))).toBe(true)
    expect(secretsIn(files, filled.secrets)).toEqual([])
  })

  it('are in use and readable by the owner', async () => {
    const { app, secrets } = filled
    const record = await server.act('app_get', { app })
    expect(record).toMatchObject({
      appkey: secrets['appkey'],
      rc4_key: secrets['rc4Key'],
      pay: { appkey: secrets['pay'] },
      mt5: { messenger_app_secret: secrets['messenger'], bind_secret: secrets['bind'] },
    })
    expect(record.rsa_private_key).toContain(secrets['rsa'])
    const { rows } = await server.act('file_list', { filter: { app } })
    expect(rows[0]).toMatchObject({ password: secrets['file'] })
    const { rows: apps } = await server.act('app_list', {})
    expect(apps.find((one) => one.app === app)).toMatchObject({ appkey: secrets['appkey'] })
  })

  it('survive a restart', async () => {
    await server.close()
    expect(secretsIn(filesBelow(server.folder), filled.secrets)).toEqual([])
    await server.open()
    const settings = await server.running.stores.store.read((unit) => unit.settings.all())
    expect(settings.mail).toMatchObject({ password: filled.secrets['mail'] })
    expect(settings.dynamic_dns).toMatchObject({ secret: filled.secrets['dnsToken'] })
    const owner = await server.running.stores.store.read((unit) => unit.operators.owner())
    expect(owner).toMatchObject({ totpSecret: filled.secrets['totp'] })
    const app = await server.running.stores.store.read((unit) => unit.applications.find(filled.app))
    expect(app).toMatchObject({
      appkey: filled.secrets['appkey'],
      previousAppkey: filled.secrets['previousAppkey'],
      previousRc4Key: filled.secrets['previousRc4Key'],
      answerPrivateKey: filled.secrets['answerPrivateKey'],
      previousAnswerPrivateKey: filled.secrets['previousAnswerPrivateKey'],
    })
  })

  it('open only in their own column and row', async () => {
    await server.close()
    const db = new Database(join(server.folder, 'pulsekey.db'))
    const columns = db
      .prepare<[], { name: string }>("SELECT name FROM pragma_table_info('applications') WHERE name <> 'id'")
      .all()
      .map(({ name }) => `"${name}"`)
      .join()
    const other = db
      .prepare<[number]>(
        `INSERT INTO applications (id, ${columns}) SELECT id + 1000, ${columns} FROM applications WHERE id = ?`,
      )
      .run(filled.app).lastInsertRowid
    db.prepare('UPDATE applications SET appkey = rc4_key WHERE id = ?').run(filled.app)
    db.close()
    await server.open()
    const read = (id: number) => server.running.stores.store.read((unit) => unit.applications.find(id))
    expect(await read(Number(other))).toMatchObject({ appkey: '', rc4Key: '', locked: true })
    expect(await read(filled.app)).toMatchObject({ appkey: '', locked: true })
    const reply = await server.api('notice', filled.app)
    expect(reply).toMatchObject({ code: 171 })
    // A plain text in place of a sealed one is no key either.
    await server.close()
    const plant = new Database(join(server.folder, 'pulsekey.db'))
    plant.prepare("UPDATE applications SET appkey = 'planted' WHERE id = ?").run(filled.app)
    plant.close()
    await server.open()
    expect(await read(filled.app)).toMatchObject({ appkey: '', locked: true })
  })
})

describe('every column whose name says that it holds a secret', () => {
  /** Each with the reason why it is stored in a form that reads. */
  const PLAIN: Readonly<Record<string, string>> = {
    'accounts.password_hash': 'argon2id',
    'operators.password_hash': 'argon2id',
    'api_tokens.token_digest': 'a digest',
    'invitations.token_digest': 'a digest',
    'kit_links.token_digest': 'a digest',
    'report_links.token_digest': 'a digest',
    'sessions.token_digest': 'a digest',
    'applications.previous_appkey_until': 'a time',
    'applications.previous_rc4_key_until': 'a time',
    'agent_rights.rebind': 'a permission',
    'allocations.key': 'a number that makes a repeated call one',
  }

  it('is sealed, hashed, or no secret', async () => {
    const server = await TestServer.start()
    const db = new Database(join(server.folder, 'pulsekey.db'), { readonly: true })
    const columns = db
      .prepare<[], { place: string }>(
        `SELECT m.name || '.' || c.name AS place FROM sqlite_master m, pragma_table_info(m.name) c
         WHERE m.type = 'table' AND (c.name LIKE '%secret%' OR c.name LIKE '%password%' OR c.name LIKE '%appkey%'
           OR c.name LIKE '%rc4%' OR c.name LIKE '%private%' OR c.name LIKE '%token%')`,
      )
      .all()
      .map(({ place }) => place)
    db.close()
    const sealed = new Set(
      Object.entries(SEALED_TABLES).flatMap(([table, { columns }]) =>
        columns.map(({ column }) => `${table}.${column}`),
      ),
    )
    expect(columns.filter((place) => !sealed.has(place) && PLAIN[place] === undefined)).toEqual([])
    await server.end()
  })
})

describe('data of 0.1.0', () => {
  let server: TestServer
  let secrets: Record<string, string>

  beforeAll(async () => {
    server = await TestServer.startOn((folder) => {
      layOldData(folder)
      const db = new Database(join(folder, 'pulsekey.db'))
      const apps = db
        .prepare<[], { id: number; appkey: string; rc4: string }>(
          'SELECT id, appkey, rc4_key AS rc4 FROM applications',
        )
        .all()
      secrets = Object.fromEntries(
        apps.flatMap(({ id, appkey, rc4 }) => [
          [`appkey ${id}`, appkey],
          [`rc4 ${id}`, rc4],
        ]),
      )
      // A key that was replaced before lies in a free page.
      db.pragma('secure_delete = OFF')
      db.exec("CREATE TABLE gone AS SELECT 'GONE-key-0123456789' AS appkey; DROP TABLE gone")
      db.close()
      secrets['gone'] = 'GONE-key-0123456789'
    }, START + 10_000_000)
  })
  afterAll(() => server.end())

  it('is sealed by the first start, without a trace in free pages and logs', async () => {
    await server.act('app_list', {})
    const files = filesBelow(server.folder).filter((file) => !file.includes('/backups/'))
    expect(Object.keys(secrets).length).toBeGreaterThan(4)
    expect(secretsIn(files, secrets)).toEqual([])
  })

  it('opens as before', async () => {
    const { rows } = await server.act('app_list', {})
    for (const { app, appkey, rc4_key } of rows)
      expect([appkey, rc4_key]).toEqual([secrets[`appkey ${app}`], secrets[`rc4 ${app}`]])
  })

  it('names the copies from before, which hold keys in plain text', async () => {
    const { secrets: state } = await server.act('health', {})
    expect(state).toMatchObject({ state: 'sealed', machine_key: 'file', unreadable: [] })
    expect(state.plain_copies).toEqual([expect.stringMatching(/^pulsekey-pre-migrate-v/)])
  })
})

describe.skipIf(process.platform === 'win32')('files of a data folder', () => {
  const open = (folder: string) => filesBelow(folder).filter((file) => (statSync(file).mode & 0o077) !== 0)

  it('are readable by this user only, in a folder that others can enter, under any umask', async () => {
    const before = process.umask(0)
    const server = await TestServer.startOn((folder) => {
      chmodSync(folder, 0o755)
    }, START)
    try {
      await server.running.sessions.createOwner('correct horse battery')
      await backUp(server)
      expect(existsSync(join(server.folder, 'pulsekey.db-wal'))).toBe(true)
      expect(existsSync(join(server.folder, 'telemetry.db-shm'))).toBe(true)
      expect(open(server.folder)).toEqual([])
      expect((await server.act('health', {})).secrets.open_folder).toBe(true)
    } finally {
      await server.end()
      process.umask(before)
    }
  })

  it('of an earlier version lose the rights of others at the start', async () => {
    const server = await TestServer.start()
    const name = await backUp(server)
    await server.close()
    const files = filesBelow(server.folder)
    for (const file of files) chmodSync(file, 0o644)
    chmodSync(join(server.folder, 'backups', name), 0o755)
    const foreign = join(server.folder, 'notes.txt')
    writeFileSync(foreign, '')
    chmodSync(foreign, 0o644)
    await server.open()
    expect(open(server.folder)).toEqual([foreign])
    expect(statSync(join(server.folder, 'backups', name)).mode & 0o777).toBe(0o700)
    await server.end()
  })

  it('are private when the program itself runs with an open umask', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pulsekey-umask-'))
    chmodSync(folder, 0o755)
    const script = findServerProgram()
    const command = 'umask 000; exec "$0" "$1" --data "$2" --port 0'
    const child = spawn('sh', ['-c', command, process.execPath, script, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const gone = once(child, 'exit')
    for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('ready')) break
    const files = filesBelow(folder)
    expect(files.length).toBeGreaterThan(5)
    expect(open(folder)).toEqual([])
    child.kill()
    await gone
    rmSync(folder, { recursive: true, force: true })
  })
})
