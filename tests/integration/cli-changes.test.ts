import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConsoleClient } from '../support/console-client.ts'
import { runCli } from '../support/run-cli.ts'
import { OWNER_PASSWORD, type TestServer } from '../support/test-server.ts'
import { CliWorld } from './cli-world.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let world: CliWorld
beforeAll(async () => {
  world = await CliWorld.make()
})
afterAll(() => {
  world.end()
})
beforeEach(() => {
  world.copy()
})
afterEach(() => {
  world.removeCopy()
})

describe('backup and restore', () => {
  it('make a copy elsewhere and put it back, and keep the replaced data', async () => {
    const place = mkdtempSync(join(tmpdir(), 'pulsekey-cli-backups-'))
    const { exit, facts } = await runCli('backup', world.folder, ['--to', place, '--json'])
    expect(exit).toBe(0)
    const path = String(facts['path'])
    expect(readdirSync(path).sort()).toEqual(['backup.json', 'pulsekey.db', 'telemetry.db'])
    world.change(`UPDATE applications SET name = 'Changed since' WHERE id = ${world.filled.app}`)
    const restored = await runCli('restore', world.folder, ['--from', path, '--json'])
    expect(restored).toMatchObject({ exit: 0 })
    expect(world.column('SELECT name FROM applications')).toContain('Secretive')
    expect(world.column('SELECT count(*) FROM sessions')).toEqual([0])
    expect(
      world.column("SELECT count(*) FROM audit WHERE action = 'backup_restore' AND role = 'server'"),
    ).toEqual([1])
    const kept = new Database(join(String(restored.facts['kept']), 'pulsekey.db'), { readonly: true })
    expect(kept.prepare('SELECT name FROM applications').pluck().all()).toContain('Changed since')
    kept.close()
    await world.serve(async (server) => {
      const app = await server.store.read((unit) => unit.applications.find(world.filled.app))
      expect(app).toMatchObject({ appkey: world.filled.secrets['appkey'] })
    })
    rmSync(place, { recursive: true })
  })

  it('restore on another machine asks for the recovery key on standard input', async () => {
    const other = mkdtempSync(join(tmpdir(), 'pulsekey-cli-other-'))
    const from = ['--from', world.backup]
    const without = await runCli('restore', other, from)
    expect(without).toMatchObject({ exit: 2, err: expect.stringContaining('8 groups of 5') as string })
    expect(existsSync(join(other, 'pulsekey.db'))).toBe(false)
    expect(await runCli('restore', other, from, `${world.recoveryKey}\n`)).toMatchObject({ exit: 0 })
    rmSync(world.folder, { recursive: true })
    cpSync(other, world.folder, { recursive: true })
    await world.serve(async (server) => {
      const app = await server.store.read((unit) => unit.applications.find(world.filled.app))
      expect(app).toMatchObject({ appkey: world.filled.secrets['appkey'] })
      expect(app).not.toHaveProperty('locked')
    })
    rmSync(other, { recursive: true })
  })

  it('restore replaces damaged data', async () => {
    writeFileSync(world.main, 'this is no database')
    const from = ['--from', world.backup]
    expect(await runCli('restore', world.folder, from)).toMatchObject({ exit: 0 })
    expect(await runCli('verify', world.folder)).toMatchObject({ exit: 0 })
  })

  it('restore refuses a damaged backup and leaves the data as it is', async () => {
    const backup = world.backup
    writeFileSync(join(backup, 'telemetry.db'), 'cut')
    const before = readFileSync(world.main)
    expect(await runCli('restore', world.folder, ['--from', backup])).toMatchObject({ exit: 2 })
    expect(readFileSync(world.main).equals(before)).toBe(true)
  })
})

describe('reset-owner', () => {
  const signIn = (server: TestServer, password: string, otp?: string) =>
    ConsoleClient.signIn(server.running.consoleUrl, 'owner', password, otp)

  it('prints a new password once, ends the sessions, and leaves the authenticator', async () => {
    const { exit, facts } = await runCli('reset-owner', world.folder, ['--json'])
    expect(exit).toBe(0)
    const password = String(facts['password'])
    expect(password).toMatch(/^[A-Za-z0-9]{20}$/)
    expect(world.column('SELECT count(*) FROM sessions')).toEqual([0])
    await world.serve(async (server) => {
      await expect(signIn(server, OWNER_PASSWORD)).rejects.toThrow()
      await expect(signIn(server, password)).rejects.toThrow(/otp/)
      await signIn(server, password, world.filled.phone.code(server.clock.now()))
    })
  })

  it('takes a password from standard input and removes the authenticator on request', async () => {
    const args = ['--password-stdin', '--remove-totp']
    expect(await runCli('reset-owner', world.folder, args, 'short\n')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('short') as string,
    })
    const { exit, out } = await runCli('reset-owner', world.folder, args, 'a new long password\n')
    expect([exit, out]).toEqual([0, expect.not.stringContaining('a new long password')])
    await world.serve(async (server) => {
      const owner = await signIn(server, 'a new long password')
      const { rows } = await owner.call('audit_list', { filter: { action: 'owner_recover' } })
      expect(rows[0]).toMatchObject({ role: 'server' })
    })
  })
})

describe('rotate-keys', () => {
  it('seals everything by a new key with a new recovery key', async () => {
    const before = world.column<string>('SELECT appkey FROM applications')
    const { exit, facts } = await runCli('rotate-keys', world.folder, ['--json'])
    expect(exit).toBe(0)
    expect(facts).toMatchObject({ lost: 0, recovery_key: expect.stringMatching(/^[0-9A-Z-]{47}$/) as string })
    expect(facts['recovery_key']).not.toBe(world.recoveryKey)
    const after = world.column<string>('SELECT appkey FROM applications')
    expect(after.filter((text) => before.includes(text))).toEqual([])
    // Nothing of the old seal is left in the file.
    expect(readFileSync(world.main).includes(before[0]!)).toBe(false)
    expect(await runCli('verify', world.folder)).toMatchObject({ exit: 0 })
    await world.serve(async (server) => {
      const app = await server.store.read((unit) => unit.applications.find(world.filled.app))
      expect(app).toMatchObject({ appkey: world.filled.secrets['appkey'] })
    })
    // A backup from before opens on this machine all the same.
    const from = ['--from', world.backup]
    expect(await runCli('restore', world.folder, from)).toMatchObject({ exit: 0 })
    expect(await runCli('verify', world.folder)).toMatchObject({ exit: 0 })
  })

  it('opens locked data with its recovery key, and refuses a wrong one without a change', async () => {
    rmSync(join(world.folder, 'machine.key'))
    const before = world.column<string>('SELECT appkey FROM applications')
    const wrong = world.recoveryKey.replace(/^.{5}/, world.recoveryKey.slice(6, 11))
    expect(await runCli('rotate-keys', world.folder, [], `${wrong}\n`)).toMatchObject({
      exit: 2,
      err: expect.stringContaining('Group 1') as string,
    })
    expect(world.column('SELECT appkey FROM applications')).toEqual(before)
    expect(await runCli('rotate-keys', world.folder, [], world.recoveryKey)).toMatchObject({ exit: 0 })
    await world.serve(async (server) => {
      const app = await server.store.read((unit) => unit.applications.find(world.filled.app))
      expect(app).toMatchObject({
        appkey: world.filled.secrets['appkey'],
        mt5: { bindSecret: world.filled.secrets['bind'] },
      })
    })
  })

  it('gives lost secrets up on request: new keys for applications, no authenticator, empty passwords', async () => {
    rmSync(join(world.folder, 'machine.key'))
    const { exit, facts } = await runCli('rotate-keys', world.folder, ['--give-up', '--json'])
    expect(exit).toBe(0)
    expect(Number(facts['lost'])).toBeGreaterThan(9)
    await world.serve(async (server) => {
      const app = await server.store.read((unit) => unit.applications.find(world.filled.app))
      expect(app).not.toHaveProperty('locked')
      expect(app?.appkey).toMatch(/^[A-Za-z0-9]{32}$/)
      expect(app?.appkey).not.toBe(world.filled.secrets['appkey'])
      expect(app?.rc4Key).toMatch(new RegExp(`^[A-Za-z0-9]{11}${world.filled.app}$`))
      expect(app?.rsaPrivateKey).toBe('')
      const owner = await ConsoleClient.signIn(server.running.consoleUrl, 'owner', OWNER_PASSWORD)
      // Without its private half a key signs nothing, so the console shows none and offers to make another.
      const input = { app: world.filled.app }
      expect(await owner.call('app_get', input)).toMatchObject({ answer_key: '', previous_answer_key: '' })
      const { items } = await owner.call('app_protection', input)
      expect(items).toContainEqual({ check: 'answers', grade: 'weak', state: 'no_key', facts: {} })
      const made = await owner.call('app_answer_key_rotate', { ...input, overlap: 60 })
      expect(made).toMatchObject({
        answer_key: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        previous_answer_key: '',
      })
    })
  })
})
