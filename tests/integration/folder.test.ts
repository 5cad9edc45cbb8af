import {
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LOOKUP_MS } from '../../src-server/contract/limits.ts'
import { Authenticator } from '../support/authenticator.ts'
import { ConsoleClient, post } from '../support/console-client.ts'
import { ServerProgram } from '../support/run-program.ts'
import { TestServer } from '../support/test-server.ts'

const PASSWORD = 'the owner of this folder'
/** Each test starts the program up to three times, on a machine that may be busy. */
const TIMEOUT = 120_000

let folder: string
const programs: ServerProgram[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-folder-'))
})
afterEach(() => {
  for (const program of programs.splice(0)) program.child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

class Program extends ServerProgram {
  constructor(args: readonly string[], password: string | undefined = PASSWORD) {
    super(folder, args, { PULSEKEY_OWNER_PASSWORD: password })
    programs.push(this)
  }
}

/** Runs the program on the folder and expects a refusal. @returns the only line it prints */
async function refusal(): Promise<string> {
  const before = readdirSync(folder).filter((name) => name.endsWith('.db') && name !== 'server.lock.db')
  const program = new Program([])
  expect(await program.ended).toBe(1)
  expect(program.out).toBe('')
  expect(program.errors).not.toMatch(/\n\s+at /)
  expect(readdirSync(folder).filter((name) => name.endsWith('.db') && name !== 'server.lock.db')).toEqual(
    before,
  )
  return program.errors
}

/** A folder as a server leaves it, made in this process because that is quicker. */
let left: string
beforeAll(async () => {
  const server = await TestServer.start()
  await server.close()
  left = server.folder
})
afterAll(() => {
  rmSync(left, { recursive: true, force: true })
})
const makeFolder = () => {
  cpSync(left, folder, { recursive: true })
}

describe('start and stop', () => {
  it(
    'make the folder, print one ready line, and end with 0 within 5 s after SIGTERM',
    { timeout: TIMEOUT },
    async () => {
      folder = join(folder, 'new/deeper')
      const program = new Program([])
      const addresses = await program.ready()
      expect(addresses.public).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
      expect(addresses.console).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
      const owner = await ConsoleClient.signIn(addresses.console, 'owner', PASSWORD)
      const { app } = await owner.call('app_create', { name: 'Kept' })
      expect(await (await fetch(`${addresses.public}/api.php?api=ini&app=${app}`)).json()).toMatchObject({
        code: 200,
      })
      // In the real program customers' look-ups take the one fixed answer time; a timer may be a millisecond
      // early.
      const asked = performance.now()
      const card = new URLSearchParams({ product: String(app), card: 'NONE' })
      await fetch(`${addresses.public}/ajax.php?act=query_km`, { method: 'POST', body: card })
      expect(performance.now() - asked).toBeGreaterThanOrEqual(LOOKUP_MS - 2)
      // A call that never ends must not delay the stop.
      const stream = await fetch(`${addresses.console}/ajax.php?act=live`, {
        headers: { cookie: owner.cookie },
      })
      const begun = performance.now()
      expect(await program.stop()).toBe(0)
      expect(performance.now() - begun).toBeLessThan(5000)
      await stream.body?.cancel().catch(() => undefined)
      expect(program.out).toBe(`ready public=${addresses.public} console=${addresses.console}\n`)
      expect(program.out + program.errors).not.toContain(PASSWORD)
      expect(existsSync(join(folder, 'pulsekey.db-wal'))).toBe(false)

      const again = new Program([])
      const { console: url } = await again.ready()
      const back = await ConsoleClient.signIn(url, 'owner', PASSWORD)
      expect(await back.call('app_get', { app })).toMatchObject({ name: 'Kept', api_total: 1 })
      expect(await again.stop()).toBe(0)
      folder = resolve(folder, '../..')
    },
  )

  it(
    'print the set-up address once without a password, and a new one on each start until it is used',
    { timeout: TIMEOUT },
    async () => {
      const addressOf = (program: Program) => /(http:\S+\/console\/#\/setup\?token=)(\S+)/.exec(program.out)!
      const first = new Program([], '')
      await first.ready()
      const [, , earlier] = addressOf(first)
      await first.stop()
      const second = new Program([], '')
      const { console: url } = await second.ready()
      const [, base, token] = addressOf(second)
      expect(base).toBe(`${url}/console/#/setup?token=`)
      expect(second.out.match(/token=/g)).toHaveLength(1)
      const setUp = async (with_: string) =>
        (await (await post(url, 'setup', { token: with_, password: PASSWORD }, {})).json()) as {
          code: number
        }
      expect(await setUp(earlier!)).toMatchObject({ code: 403 })
      expect(await setUp(token!)).toMatchObject({ code: 200 })
      await second.stop()
      expect(second.errors).not.toContain(token)
      const third = new Program([], '')
      await third.ready()
      expect(third.out).not.toContain('token=')
      await third.stop()
    },
  )

  it(
    'with --recover-owner let a locked-out owner in once, and only a person with exclusive access to the folder',
    { timeout: TIMEOUT },
    async () => {
      const first = new Program([])
      const { console: before } = await first.ready()
      const owner = await ConsoleClient.signIn(before, 'owner', PASSWORD)
      const { secret } = await owner.call('totp_begin', {})
      await owner.call('totp_confirm', { otp: new Authenticator(secret).code(Date.now() / 1000) })
      const second = new Program(['--recover-owner'])
      expect(await second.ended).toBe(1)
      expect(second.errors).toContain('in use by another server')
      expect(second.out).toBe('')
      await first.stop()

      const recovering = new Program(['--recover-owner'])
      const { console: url } = await recovering.ready()
      const [, address, token] = /^Set .* at (http:\S+recover=1&token=(\S+))$/m.exec(recovering.out)!
      expect(new URL(address!).origin).toBe(url)
      const answer = async (act: string, input: object) =>
        (await (await post(url, act, input, {})).json()) as { code: number; fields?: object }
      // The printed address changes nothing by itself.
      expect(await answer('login', { name: 'owner', password: PASSWORD })).toMatchObject({
        code: 401,
        fields: { otp: 'required' },
      })
      const renewed = 'the new one of this owner'
      expect(await answer('setup', { token, password: renewed })).toMatchObject({ code: 200 })
      expect(await answer('setup', { token, password: 'stolen by a second one' })).toMatchObject({
        code: 403,
      })
      expect(await answer('login', { name: 'owner', password: PASSWORD })).toMatchObject({ code: 401 })
      await recovering.stop()
      expect(recovering.errors).not.toContain(token)

      const after = new Program([])
      const { console: last } = await after.ready()
      expect(after.out).not.toContain('token=')
      const back = await ConsoleClient.signIn(last, 'owner', renewed)
      expect(await back.call('security_get', {})).toEqual({ totp_since: null, recovery_codes_left: 0 })
      await after.stop()
    },
  )

  it('refuse a password that is too short, and a port in use', { timeout: TIMEOUT }, async () => {
    const short = new Program([], 'nine long')
    expect(await short.ended).toBe(1)
    expect(short.errors).toMatch(/PULSEKEY_OWNER_PASSWORD must have 10 to 256 characters/)
    expect(short.errors).not.toContain('nine long')
    const running = new Program([])
    const { port } = new URL((await running.ready()).public)
    folder = mkdtempSync(join(folder, 'other-'))
    const taken = new Program(['--port', port])
    expect(await taken.ended).toBe(1)
    expect(taken.errors).toMatch(`Port ${port} is taken`)
    folder = resolve(folder, '..')
  })
})

describe('an unusable folder is refused with advice and left unchanged', () => {
  it(
    'when another process uses it: the refusal names the process, and the folder is free after kill -9',
    { timeout: TIMEOUT },
    async () => {
      const holder = new Program([])
      await holder.ready()
      expect(await refusal()).toContain(`in use by another server (process ${holder.child.pid})`)
      holder.child.kill('SIGKILL')
      await holder.ended
      const next = new Program([])
      await next.ready()
    },
  )

  it('when a newer version made it', { timeout: TIMEOUT }, async () => {
    makeFolder()
    const db = new Database(join(folder, 'pulsekey.db'))
    db.exec("INSERT INTO migrations (tag, hash, applied_at) VALUES ('9999_future', 'x', 1)")
    db.close()
    expect(await refusal()).toMatch(/newer version.*9999_future.*Install that version/)
  })

  it.each<[string, (main: string) => void, RegExp]>([
    [
      'damaged',
      (main) => {
        overwrite(main, 0)
      },
      /pulsekey\.db can't be used.*backups folder/s,
    ],
    [
      'damaged in a table that the server keeps in memory',
      (main) => {
        overwrite(main, (rootOf(main, 'applications') - 1) * 4096)
      },
      /pulsekey\.db can't be used.*backups folder/s,
    ],
    [
      'empty',
      (main) => {
        writeFileSync(main, '')
      },
      /it is empty/,
    ],
    [
      'gone, beside telemetry that is there',
      (main) => {
        rmSync(main)
      },
      /pulsekey\.db is missing.*not made over old data/,
    ],
  ])('when a database is %s', { timeout: TIMEOUT }, async (_, damage, says) => {
    makeFolder()
    damage(join(folder, 'pulsekey.db'))
    expect(await refusal()).toMatch(says)
  })

  it('when no folder is given', { timeout: TIMEOUT }, async () => {
    const parent = folder
    writeFileSync(join(parent, 'file'), '')
    folder = join(parent, 'file')
    const program = new Program([])
    expect(await program.ended).toBe(1)
    expect(program.errors).toMatch(/can't be made.*Name another one/)
    folder = parent
  })
})

/** The number of a table's first page; the file's first page is 1. */
function rootOf(file: string, table: string): number {
  const db = new Database(file, { readonly: true })
  const root = db.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').pluck().get(table)
  db.close()
  return Number(root)
}

function overwrite(file: string, position: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, position)
  closeSync(handle)
}
