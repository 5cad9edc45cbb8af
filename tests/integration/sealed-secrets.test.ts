import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { HOTP, Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { writeRecoveryKey } from '../../src-server/domain/sealing/recovery-key.ts'
import { ConsoleClient, post } from '../support/console-client.ts'
import { layOldData } from '../support/old-data.ts'
import { restored } from '../support/restored.ts'
import { OWNER_PASSWORD, START, TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { newStaff } from './operators.ts'
import { backUp, filesBelow, fillWithSecrets, secretsIn, stepUp, type Filled } from './secret-world.ts'

vi.setConfig({ testTimeout: 60_000 })

/** A key as a person mistypes it: another last character of its third group. */
function mistyped(key: string): string {
  return key.slice(0, 16) + (key[16] === 'A' ? 'B' : 'A') + key.slice(17)
}

/** Copies a server's data folder without the key of its machine. */
function copyData(from: string, to: string): void {
  cpSync(from, to, { recursive: true })
  rmSync(join(to, 'machine.key'))
}

async function signedIn(server: TestServer, filled: Filled): Promise<ConsoleClient> {
  server.clock.pass(30)
  const otp = filled.phone.code(server.clock.now())
  return ConsoleClient.signIn(server.running.consoleUrl, 'owner', OWNER_PASSWORD, otp)
}

const isRestored = (server: TestServer, name: string) =>
  until(async () => (await restored(server))?.name === name, 'the restored data')

describe('the recovery key', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await TestServer.start()
  })
  afterAll(() => server.end())

  it('is shown to the owner after their password, again and again, until they confirm to have stored it', async () => {
    await server.owner()
    server.clock.pass(7200)
    const before = await (await server.owner()).try('recovery_key_show', {})
    expect(before).toMatchObject({ code: 403, fields: { step_up: 'required' } })
    await stepUp(server)
    const { recovery_key: key } = await server.act('recovery_key_show', {})
    expect(key).toMatch(/^(?:[0-9A-Z]{5}-){7}[0-9A-Z]{5}$/)
    expect(await server.act('recovery_key_show', {})).toEqual({ recovery_key: key })
    expect((await server.act('health', {})).secrets.recovery_confirmed_at).toBeNull()
    await server.act('recovery_key_confirm', {})
    expect((await server.act('health', {})).secrets.recovery_confirmed_at).toBe(server.clock.now())
    expect(await (await server.owner()).try('recovery_key_show', {})).toMatchObject({ code: 409 })
  })

  it('is replaced by another one, which the audit log records without the key', async () => {
    await stepUp(server)
    const { recovery_key: key } = await server.act('recovery_key_renew', {})
    expect(await server.act('recovery_key_show', {})).toEqual({ recovery_key: key })
    const { rows } = await server.act('audit_list', { filter: { action: 'recovery_key_renew' } })
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(await server.act('audit_get', { id: rows[0]!.id }))).not.toContain(key)
  })

  it('is not for the staff of the owner, whatever they may do', async () => {
    const { client } = await newStaff(server, await server.owner(), ['platform', 'backups'])
    for (const name of ['recovery_key_show', 'recovery_key_confirm', 'recovery_key_renew'])
      expect(await client.try(name, {})).toMatchObject({ code: 403 })
  })
})

describe('data on another machine', () => {
  let old: TestServer
  let filled: Filled
  let recoveryKey: string
  let backup: string

  beforeAll(async () => {
    old = await TestServer.start()
    filled = await fillWithSecrets(old)
    await stepUp(old, filled.phone)
    recoveryKey = (await old.act('recovery_key_show', {})).recovery_key
    backup = await backUp(old)
    old.clock.pass(60)
    await old.close()
  })
  afterAll(() => {
    rmSync(old.folder, { recursive: true })
  })

  const startCopy = () =>
    TestServer.startOn((folder) => {
      copyData(old.folder, folder)
    }, old.clock.now())

  it('starts locked: lists answer, calls of its applications get 171, and nothing secret is lost', async () => {
    const server = await startCopy()
    const { app, secrets } = filled
    const health = await server.store.read((unit) => unit.applications.find(app))
    expect(health).toMatchObject({ appkey: '', name: 'Secretive', locked: true })
    for (const api of ['notice', 'kmlogon', 'getrc4', 'logongetapp'])
      expect(await server.api(api, app)).toMatchObject({ code: 171 })
    await server.close()
    await server.open()
    expect(await server.api('notice', app)).toMatchObject({ code: 171 })
    expect(secrets['appkey']).not.toBe('')
    await server.end()
  })

  it('accepts no code of an authenticator whose secret is locked, and a recovery code', async () => {
    const server = await startCopy()
    const attempt = async (otp: string): Promise<unknown> => {
      const input = { name: 'owner', password: OWNER_PASSWORD, otp }
      return (await post(server.running.consoleUrl, 'login', input, {})).json()
    }
    // The code of an empty secret, which anybody can compute.
    const empty = HOTP.generate({
      secret: new Secret({ buffer: new Uint8Array(0).buffer }),
      counter: TOTP.counter({ timestamp: server.clock.now() * 1000 }),
    })
    expect(await attempt(empty)).toMatchObject({ code: 401 })
    expect(await attempt(filled.phone.code(server.clock.now()))).toMatchObject({ code: 401 })
    await server.end()
  })

  it('is unlocked by the recovery key, once and for all', async () => {
    const server = await startCopy()
    const [code] = filled.recoveryCodes
    const client = await ConsoleClient.signIn(server.running.consoleUrl, 'owner', OWNER_PASSWORD, code)
    expect((await client.call('health', {})).secrets).toMatchObject({
      state: 'locked',
      unreadable: [filled.app],
    })
    expect(await client.try('app_create', { name: 'Another' })).toMatchObject({
      code: 409,
      fields: { secrets: 'locked' },
    })
    expect(await client.try('app_update', { app: filled.app, mt5: { auto_trial: true } })).toMatchObject({
      code: 409,
    })
    expect(await client.try('app_update', { app: filled.app, name: 'Renamed' })).toMatchObject({ code: 200 })
    expect(await client.try('secrets_unlock', { recovery_key: mistyped(recoveryKey) })).toMatchObject({
      code: 422,
      fields: { recovery_key: 'Group 3 of the recovery key has a typing error' },
    })
    const wrong = writeRecoveryKey(new Uint8Array(20))
    expect(await client.try('secrets_unlock', { recovery_key: wrong })).toMatchObject({
      code: 422,
      fields: { recovery_key: 'wrong' },
    })
    await client.call('secrets_unlock', { recovery_key: recoveryKey.toLowerCase() })
    await until(
      async () => (await client.call('health', {})).secrets.state === 'sealed',
      'the data to be opened again',
    )
    const check = async () => {
      const record = await server.store.read((unit) => unit.applications.find(filled.app))
      expect(record).toMatchObject({ appkey: filled.secrets['appkey'], name: 'Renamed' })
      expect(record?.mt5.bindSecret).toBe(filled.secrets['bind'])
      expect(record).not.toHaveProperty('locked')
    }
    await check()
    await server.close()
    await server.open()
    await check()
    expect(await server.api('notice', filled.app)).not.toMatchObject({ code: 171 })
    await signedIn(server, filled)
    await server.end()
  })

  /** A new machine with the backup of the old one in its folder. */
  async function newMachine(): Promise<TestServer> {
    const server = await TestServer.start(old.clock.now())
    const place = join(server.folder, 'backups')
    cpSync(join(old.folder, 'backups', backup), join(place, backup), { recursive: true })
    await stepUp(server)
    return server
  }

  it('is restored from a backup only with the recovery key', async () => {
    const server = await newMachine()
    const owner = await server.owner()
    const attempt = (key?: string) =>
      owner.try('backup_restore', { name: backup, ...(key && { recovery_key: key }) })
    expect(await attempt()).toMatchObject({ code: 422, fields: { recovery_key: 'required' } })
    expect(await attempt(mistyped(recoveryKey))).toMatchObject({ code: 422 })
    await stepUp(server)
    const { recovery_key: own } = await server.act('recovery_key_show', {})
    expect(await attempt(own)).toMatchObject({ code: 422, fields: { recovery_key: 'wrong' } })
    const job = await attempt(recoveryKey)
    expect(job).toMatchObject({ code: 200 })
    await isRestored(server, backup)
    const record = await server.store.read((unit) => unit.applications.find(filled.app))
    expect(record).toMatchObject({ appkey: filled.secrets['appkey'] })
    const settings = await server.store.read((unit) => unit.settings.all())
    expect(settings.mail).toMatchObject({ password: filled.secrets['mail'] })
    await server.close()
    await server.open()
    expect(await server.api('notice', filled.app)).not.toMatchObject({ code: 171 })
    await server.end()
  })

  it('belongs to the recovery key of the new machine after a restore', async () => {
    const server = await newMachine()
    const { recovery_key: key } = await server.act('recovery_key_show', {})
    await server.act('backup_restore', { name: backup, recovery_key: recoveryKey })
    await isRestored(server, backup)
    const client = await signedIn(server, filled)
    server.clock.pass(30)
    await client.call('step_up', { password: OWNER_PASSWORD, otp: filled.phone.code(server.clock.now()) })
    expect(await client.call('recovery_key_show', {})).toEqual({ recovery_key: key })
    await server.end()
  })
})

describe('a backup of the same machine', () => {
  it('is restored without a question, also after the recovery key was renewed', async () => {
    const server = await TestServer.start()
    const { app, appkey } = await server.act('app_create', { name: 'Kept' })
    const name = await backUp(server)
    await stepUp(server)
    await server.act('recovery_key_renew', {})
    const { recovery_key: key } = await server.act('recovery_key_show', {})
    await server.act('app_delete', { app })
    const { job } = await server.act('backup_restore', { name })
    expect(job).toEqual(expect.any(String))
    await isRestored(server, name)
    expect(await server.store.read((unit) => unit.applications.find(app))).toMatchObject({ appkey })
    expect(await server.act('recovery_key_show', {})).toEqual({ recovery_key: key })
    await server.end()
  })

  it('of 0.1.0 is sealed when it is restored, under the recovery key in use', async () => {
    const server = await TestServer.startOn(layOldData, START + 10_000_000)
    // The first start made a copy from before; a backup by hand of the old version has the same content.
    const plain = mkdtempSync(join(tmpdir(), 'pulsekey-plain-'))
    layOldData(plain)
    const name = await backUp(server)
    const folder = join(server.folder, 'backups', name)
    const manifest = JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8')) as {
      files: { name: string; size: number; sha256: string }[]
    }
    for (const file of manifest.files) {
      const bytes = readFileSync(join(plain, file.name))
      writeFileSync(join(folder, file.name), bytes)
      file.size = bytes.length
      file.sha256 = createHash('sha256').update(bytes).digest('hex')
    }
    writeFileSync(join(folder, 'backup.json'), JSON.stringify(manifest))
    await stepUp(server)
    const { recovery_key: key } = await server.act('recovery_key_show', {})
    const { rows } = await server.act('app_list', {})
    await server.act('backup_restore', { name })
    await isRestored(server, name)
    await stepUp(server)
    expect(await server.act('recovery_key_show', {})).toEqual({ recovery_key: key })
    const after = await server.act('app_list', {})
    expect(after.rows.map(({ appkey }) => appkey)).toEqual(rows.map(({ appkey }) => appkey))
    const files = filesBelow(server.folder).filter((file) => !file.includes('/backups/'))
    const known = Object.fromEntries(rows.map(({ app, appkey }) => [`appkey ${app}`, appkey]))
    expect(secretsIn(files, known)).toEqual([])
    await server.end()
    rmSync(plain, { recursive: true })
  })
})

describe("this machine's key", () => {
  it('moves to another place without a question, as long as the old place is there', async () => {
    const server = await TestServer.start()
    const { app, appkey } = await server.act('app_create', { name: 'Kept' })
    await server.close()
    const credentials = mkdtempSync(join(tmpdir(), 'pulsekey-credentials-'))
    writeFileSync(join(credentials, 'pulsekey-machine-key'), `${'k'.repeat(44)}\n`)
    server.machineKey = { credentials }
    await server.open()
    expect((await server.act('health', {})).secrets).toMatchObject({
      state: 'sealed',
      machine_key: 'credential',
    })
    await server.close()
    rmSync(join(server.folder, 'machine.key'))
    await server.open()
    expect(await server.store.read((unit) => unit.applications.find(app))).toMatchObject({ appkey })
    expect(existsSync(join(server.folder, 'machine.key'))).toBe(false)
    await server.end()
    rmSync(credentials, { recursive: true })
  })

  it('is refused when it is too short to be one', async () => {
    const server = await TestServer.start()
    await server.close()
    writeFileSync(join(server.folder, 'machine.key'), 'short')
    await expect(server.open()).rejects.toThrow(/fewer than 32 characters/)
    rmSync(server.folder, { recursive: true })
  })
})

describe('sealing old data', () => {
  it('is done again where a kill left it half done', async () => {
    const first = await TestServer.startOn(layOldData, START + 10_000_000)
    await first.close()
    // Killed after the commit and before the file was rebuilt.
    const db = new Database(join(first.folder, 'pulsekey.db'))
    db.exec('UPDATE data_keys SET cleared_at = NULL')
    db.exec("CREATE TABLE gone AS SELECT 'GONE-key-0123456789' AS appkey; DROP TABLE gone")
    db.close()
    await first.open()
    expect(secretsIn(filesBelow(first.folder), { gone: 'GONE-key-0123456789' })).toEqual([])
    await first.end()
  })
})
