import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseCli } from '../../src-server/entry/cli/arguments.ts'
import { runCli, runCliProcess } from '../support/run-cli.ts'
import { CliWorld } from './cli-world.ts'
import { filesBelow } from './secret-world.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

interface Check {
  readonly check: string
  readonly state: string
  readonly text: string
}

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

/** The contents of all files, to see that a command changed nothing. */
const contents = () =>
  Object.fromEntries(
    filesBelow(world.folder)
      .filter((file) => !/-(?:wal|shm)$/.test(file))
      .map((file) => [file, readFileSync(file).toString('base64')]),
  )

describe('the command line', () => {
  it.each([
    [['doctor', '--data='], '--data'],
    [['cure', '--data', '/x'], 'Name one command'],
    [['doctor', '--data', '/x', '--give-up'], 'doctor has no option --give-up'],
    [['backup', '--data', '/x', '--from', '/y'], 'backup has no option --from'],
    [['doctor', 'verify', '--data', '/x'], 'Name one command'],
  ])('refuses %j', (args, message) => {
    expect(() => parseCli(args, () => '/usual')).toThrow(message)
  })

  it('answers 2 for a world.folder without data', async () => {
    const { exit, facts } = await runCli('doctor', join(world.folder, 'none'), ['--json'])
    expect(exit).toBe(2)
    expect(facts).toMatchObject({
      command: 'doctor',
      exit: 2,
      error: expect.stringContaining('no data') as string,
    })
  })

  it('is a program that reads secrets from standard input and ends with the exit code', async () => {
    const args = ['reset-owner', '--data', world.folder, '--password-stdin']
    const reset = await runCliProcess(args, 'a new long password\n')
    expect([reset.exit, reset.err]).toEqual([0, ''])
    expect(reset.out).toContain('The owner "owner" has another password')
    expect(await runCliProcess(['cure'])).toMatchObject({
      exit: 2,
      out: '',
      err: expect.stringContaining('npm run cli -- COMMAND') as string,
    })
  })
})

describe('doctor', () => {
  const run = async () => {
    const { exit, facts } = await runCli('doctor', world.folder, ['--json'])
    return { exit, checks: facts['checks'] as Check[] }
  }
  const states = (checks: Check[]) => Object.fromEntries(checks.map(({ check, state }) => [check, state]))

  it('finds a sound world.folder sound, and changes nothing', async () => {
    world.change("UPDATE data_keys SET confirmed_at = 1, sheet = ''")
    const before = contents()
    const { exit, checks } = await run()
    expect(states(checks)).toMatchObject({
      version: 'ok',
      folder: 'ok',
      rights: 'ok',
      server: 'ok',
      'pulsekey.db': 'ok',
      'telemetry.db': 'ok',
      clock: 'ok',
      'machine key': 'ok',
      certificate: 'ok',
      backups: 'ok',
    })
    expect(exit).toBeLessThan(2)
    expect(contents()).toEqual(before)
  })

  it('names open files, an unconfirmed recovery key, a missing machine key, a wrong clock and a damaged page', async () => {
    chmodSync(world.main, 0o644)
    expect(states((await run()).checks)).toMatchObject({ rights: 'warn', 'machine key': 'warn' })
    rmSync(join(world.folder, 'machine.key'))
    world.change(`UPDATE sessions SET last_seen_at = ${Math.floor(Date.now() / 1000) + 86_400}`)
    const { exit, checks } = await run()
    expect(exit).toBe(2)
    expect(states(checks)).toMatchObject({ clock: 'bad', 'machine key': 'warn' })
    expect(existsSync(join(world.folder, 'machine.key'))).toBe(false)
    const bytes = readFileSync(world.main)
    bytes.fill(0xff, 4096 * 3, 4096 * 12)
    writeFileSync(world.main, bytes)
    expect(states((await run()).checks)).toMatchObject({ 'pulsekey.db': 'bad' })
  })

  it('works beside a running server and says what is possible', async () => {
    await world.serve(async (server) => {
      const { facts } = await runCli('doctor', server.folder, ['--json'])
      expect(facts).toMatchObject({ running: true, pid: process.pid })
      const { out } = await runCli('doctor', server.folder)
      expect(out).toContain('stop it for restore, reset-owner and rotate-keys')
      for (const command of ['reset-owner', 'rotate-keys'] as const) {
        const { exit, err } = await runCli(command, server.folder)
        expect([exit, err]).toEqual([
          2,
          expect.stringContaining(`running on ${server.folder} (process ${process.pid})`),
        ])
      }
      const restore = await runCli('restore', server.folder, ['--from', world.backup])
      expect(restore).toMatchObject({ exit: 2, err: expect.stringContaining('Stop it first') as string })
      expect(await runCli('verify', server.folder)).toMatchObject({ exit: 0 })
      expect(await runCli('backup', server.folder)).toMatchObject({ exit: 0 })
    })
  })
})

describe('verify', () => {
  it('finds whole data whole, and counts the secrets that open', async () => {
    const before = contents()
    const { exit, out } = await runCli('verify', world.folder)
    expect([exit, out]).toEqual([0, expect.stringMatching(/sealed secrets: all 1[0-9] open/)])
    expect(out).toMatch(/audit log: \d+ rows/)
    expect(contents()).toEqual(before)
  })

  it.each([
    ['a changed row of the audit log', "UPDATE audit SET ip = '6.6.6.6' WHERE id = 3", 'audit log'],
    ['a secret in another place', 'UPDATE applications SET appkey = rc4_key', 'applications.appkey'],
  ])('finds %s', async (_, sql, named) => {
    const triggers = world.column<string>(
      "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit'",
    )
    world.change(triggers.map((name) => `DROP TRIGGER "${name}";`).join('') + sql)
    const { exit, out } = await runCli('verify', world.folder)
    expect([exit, out]).toEqual([2, expect.stringContaining('BROKEN')])
    expect(out).toContain(named)
  })

  it('checks a backup by its checksums too', async () => {
    const backup = world.backup
    expect(await runCli('verify', world.folder, ['--backup', backup])).toMatchObject({ exit: 0 })
    const file = join(backup, 'telemetry.db')
    const bytes = readFileSync(file)
    bytes[bytes.length - 1] = bytes[bytes.length - 1]! ^ 1
    writeFileSync(file, bytes)
    expect(await runCli('verify', world.folder, ['--backup', backup])).toMatchObject({
      exit: 2,
      out: expect.stringContaining('telemetry.db as saved: its checksum differs') as string,
    })
  })
})
