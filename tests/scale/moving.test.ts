import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireNotMoved as requireDatabase } from '../../src-server/store/postgres/moving/mark.ts'
import { requireNotMoved as requireFolder } from '../../src-server/store/sqlite/moving/mark.ts'
import { MoveWorld } from '../support/moving/move-world.ts'
import { CutProxy, type Fate } from '../support/postgres/cut-proxy.ts'
import { socketOfRun } from '../support/postgres/global-setup.ts'
import type { TestDatabase } from '../support/postgres/test-database.ts'
import { ServerProgram } from '../support/run-program.ts'
import { until } from '../support/until.ts'

const ENTRY = join(resolve(import.meta.dirname, '../..'), 'src-server/entry/cli.ts')
const PASSWORD = 'correct horse battery'

let world: MoveWorld
let proxy: CutProxy
beforeAll(async () => {
  world = await MoveWorld.open()
  proxy = await CutProxy.start(socketOfRun())
})
afterAll(async () => {
  await proxy.stop()
  await world.close()
})

/** Runs a move as a process, and kills it when it sends a statement that a pattern knows: nobody answers that one. @param after a statement before it */
async function killAt(pattern: RegExp, args: readonly string[], after = /^/): Promise<void> {
  let isNear = false
  const reached = Promise.withResolvers<string>()
  proxy.decide = ({ text }): Fate => {
    isNear ||= after.test(text)
    if (!isNear || !pattern.test(text)) return 'pass'
    reached.resolve('reached')
    return 'stall'
  }
  const child = spawn(process.execPath, [ENTRY, 'move', ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'close')
  let errors = ''
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
  try {
    expect(await Promise.race([reached.promise, ended.then(() => errors)])).toBe('reached')
  } finally {
    child.kill('SIGKILL')
    await ended
    proxy.decide = () => 'pass'
  }
}

const throughProxy = (database: TestDatabase) => proxy.url(database.name)
const opensFolder = (folder: string) => {
  requireFolder(folder, false)
}

describe('a move to PostgreSQL that is killed', () => {
  it.each([
    ['before the first row', /^COPY public."accounts"/, true],
    ['among the rows', /^COPY public."devices"/, true],
    ['while it makes keys', /ADD CONSTRAINT/, true],
    ['at the commit of the rows', /^COMMIT/, true, /^INSERT INTO audit_search/],
    ['while it makes the indexes of the searches', /CREATE INDEX IF NOT EXISTS/, true],
    ['among the figures', /INSERT INTO latest /, true],
    ['while it compares', /^COPY \(SELECT/, true],
    // From here on the data is complete there, and only one of both may ever open.
    ['before the last mark', /DELETE FROM meta WHERE key = \$1/, false],
  ])(
    '%s leaves the source as it was, and a target that says so',
    async (_, pattern, opens, after?: RegExp) => {
      const folder = world.copy(`to-${String(pattern).replaceAll(/\W/g, '')}`)
      const { database, storeFile } = await world.database(throughProxy)
      const args = ['--from', folder, '--to', 'postgres', '--store-file', storeFile]
      await killAt(pattern, args, after)
      const place = { url: database.url }
      if (opens) opensFolder(folder)
      else
        expect(() => {
          opensFolder(folder)
        }).toThrow('was moved to')
      await until(
        () => isRefused(() => requireDatabase(place, 'there', false)),
        'the session of the move ends',
      )
      const plain = await world.move(folder, 'postgres', storeFile)
      expect(plain).toMatchObject({ exit: 2 })
      const again = await world.move(folder, 'postgres', storeFile, '--again')
      expect(again.err).toBe('')
      expect(again).toMatchObject({ exit: 0 })
      await requireDatabase(place, 'there', false)
      expect(() => {
        opensFolder(folder)
      }).toThrow('was moved to')
    },
  )
})

/** Whether a database is refused because a move to it did not end. */
async function isRefused(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
  } catch (error) {
    return error instanceof Error && error.message.includes('is incomplete')
  }
  throw new Error('it is open')
}

describe('a move back to a folder that is killed', () => {
  it.each([
    ['before the first row', /^COPY \(SELECT .* FROM public."accounts"/],
    ['among the rows', /^COPY \(SELECT .* FROM public."devices"/],
    ['among the figures', /SELECT device_id AS id, state FROM latest/],
    ['before the last mark', /INSERT INTO meta/],
  ])('%s leaves the database as it was, and a folder that says so', async (_, pattern) => {
    const { database, storeFile } = await world.database(throughProxy)
    const name = String(pattern).replaceAll(/\W/g, '')
    const place = { url: database.url }
    expect(await world.move(world.copy(`from-${name}`), 'postgres', storeFile)).toMatchObject({ exit: 0 })
    const folder = join(world.root, `back-${name}`)
    const args = ['--from', 'postgres', '--to', folder, '--store-file', storeFile]
    await killAt(pattern, args)
    expect(() => {
      opensFolder(folder)
    }).toThrow('is incomplete')
    await until(() => opens(() => requireDatabase(place, 'there', false)), 'the database opens')
    expect(await world.move('postgres', folder, storeFile)).toMatchObject({ exit: 2 })
    const again = await world.move('postgres', folder, storeFile, '--again')
    expect(again.err).toBe('')
    expect(again).toMatchObject({ exit: 0 })
    opensFolder(folder)
    await expect(requireDatabase(place, 'there', false)).rejects.toThrow('was moved to')
  })
})

async function opens(work: () => Promise<void>): Promise<boolean> {
  return work().then(
    () => true,
    () => false,
  )
}

describe('real servers around a move', () => {
  it('serves from the new place with the same keys, and refuses the old one except by force', async () => {
    const folder = join(world.root, 'served')
    const key = join(world.root, 'served-key')
    const { database, storeFile } = await world.database()
    const start = (...args: readonly string[]) =>
      new ServerProgram(folder, ['--machine-key', key, ...args], { PULSEKEY_OWNER_PASSWORD: PASSWORD })
    const first = start()
    await first.ready()
    expect(await first.stop()).toBe(0)
    const args = ['--from', folder, '--to', 'postgres', '--store-file', storeFile, '--machine-key', key]
    const child = spawn(process.execPath, [ENTRY, 'move', ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
    let out = ''
    child.stdout.on('data', (text: Buffer) => (out += text.toString()))
    await once(child, 'close')
    expect(child.exitCode).toBe(0)
    expect(out).toContain(`--machine-key ${key}`)
    expect(out + readFileSync(join(folder, 'data-move.json'), 'utf8')).not.toContain(database.url)
    const refused = start()
    expect(await refused.ended).toBe(1)
    expect(refused.errors).toContain('was moved to')
    const forced = start('--force')
    await forced.ready()
    expect(await forced.stop()).toBe(0)
    const copy = new ServerProgram(
      join(world.root, 'copy'),
      ['--machine-key', key, '--store-file', storeFile, '--drain', '0'],
      {},
    )
    await copy.ready()
    // The secrets open, and the owner is there: it asks for neither.
    expect(copy.out).not.toContain('recovery key')
    expect(copy.out).not.toContain('password')
    // While a copy runs, no move begins.
    const busy = await world.move('postgres', join(world.root, 'busy'), storeFile)
    expect(busy.err).toContain('Copies of the server use the data')
    expect(await copy.stop()).toBe(0)
  }, 300_000)
})
