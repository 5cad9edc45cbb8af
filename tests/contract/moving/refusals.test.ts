import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chainHash } from '../../../src-server/domain/audit/chain.ts'
import type { AuditEntry } from '../../../src-server/domain/audit/entry.ts'
import { requireNotMoved as requireDatabase } from '../../../src-server/store/postgres/moving/mark.ts'
import { lockDataFolder } from '../../../src-server/store/sqlite/lock.ts'
import { markRestore } from '../../../src-server/store/sqlite/backups/finish-restore.ts'
import { stagingOf } from '../../../src-server/store/sqlite/backups/places.ts'
import {
  requireNotMoved as requireFolder,
  saveMark as saveFolderMark,
} from '../../../src-server/store/sqlite/moving/mark.ts'
import { MoveWorld } from '../../support/moving/move-world.ts'
import { openPostgresStore } from '../../support/postgres/open-postgres-store.ts'
import { runCli } from '../../support/run-cli.ts'
import { withClient } from '../../support/postgres/with-client.ts'

const ENTRY: AuditEntry = {
  ...{ at: 1_700_000_000, personId: 1, personName: 'owner', role: 'owner', ip: '', action: 'code_update' },
  ...{
    subjectKind: 'code',
    subjectId: '1',
    subjectLabel: '',
    appId: null,
    ownerId: null,
    before: '',
    after: '',
  },
}

let world: MoveWorld
beforeAll(async () => {
  world = await MoveWorld.open()
}, 300_000)
afterAll(() => world.close())

const run = (url: string, text: string) => withClient(url, (client) => client.query(text))

describe('a move that must not begin', () => {
  it('refuses a source that a server uses, and leaves the target empty', async () => {
    const folder = world.copy('in-use')
    const { database, storeFile } = await world.database()
    const release = lockDataFolder(folder, { pid: 7, since: 0 })
    const refused = await world.move(folder, 'postgres', storeFile)
    release()
    expect(refused).toMatchObject({ exit: 2 })
    expect(refused.err).toContain('in use by another server (process 7)')
    const { rows } = await run(database.url, 'SELECT (SELECT count(*) FROM meta)::int AS meta')
    expect(rows).toEqual([{ meta: 0 }])
  })

  it('refuses a database that copies use, from both sides', async () => {
    const { database, storeFile } = await world.database()
    const store = openPostgresStore(database.url)
    await store.read((unit) => unit.meta.find('any'))
    for (const [from, to] of [
      [world.copy('copies'), 'postgres'],
      ['postgres', join(world.root, 'copies-target')],
    ] as const) {
      const refused = await world.move(from, to, storeFile)
      expect(refused).toMatchObject({ exit: 2 })
      expect(refused.err).toContain('Copies of the server use the data')
    }
    await store.close()
  })

  it('refuses figures that copies of another server use', async () => {
    const [{ database, storeFile }, figures] = [await world.database(), await world.database()]
    const store = openPostgresStore(figures.database.url)
    await store.read((unit) => unit.meta.find('any'))
    const more = ['--telemetry-store-file', figures.storeFile]
    const refused = await world.move(world.copy('figures'), 'postgres', storeFile, ...more)
    await store.close()
    expect(refused).toMatchObject({ exit: 2 })
    expect(refused.err).toContain(`Copies of the server use the data of`)
    expect(refused.err).toContain(figures.database.name)
    expect((await run(database.url, 'SELECT key FROM meta')).rows).toEqual([])
  })

  it('names a copy whose heartbeat is young, and goes on when it has grown old', async () => {
    const { database, storeFile } = await world.database()
    await run(
      database.url,
      `INSERT INTO copies (name, host, process, version, beat_at) VALUES ('x', 'far', 42, '1', now() + interval '1 hour')`,
    )
    const refused = await world.move(world.copy('beat'), 'postgres', storeFile)
    expect(refused.err).toContain('far (process 42)')
    await run(database.url, `UPDATE copies SET beat_at = now() - interval '9 seconds'`)
    expect(await world.move(join(world.root, 'beat'), 'postgres', storeFile)).toMatchObject({ exit: 0 })
    // The move waits for ten seconds before it refuses.
  }, 90_000)

  it('refuses a target with data, and changes nothing there', async () => {
    const { database, storeFile } = await world.database()
    await run(database.url, `INSERT INTO meta (key, value) VALUES ('mine', '1')`)
    const refused = await world.move(world.copy('full'), 'postgres', storeFile, '--again')
    expect(refused.err).toContain('There is data in')
    expect((await run(database.url, 'SELECT key FROM meta')).rows).toEqual([{ key: 'mine' }])
    const other = await world.database()
    expect(await world.move(world.copy('moved'), 'postgres', other.storeFile)).toMatchObject({ exit: 0 })
    const full = world.copy('full-folder')
    const bytes = readFileSync(join(full, 'pulsekey.db'))
    expect((await world.move('postgres', full, other.storeFile, '--again')).err).toContain('There is data in')
    expect(readFileSync(join(full, 'pulsekey.db')).equals(bytes)).toBe(true)
    expect(existsSync(join(full, 'data-move.json'))).toBe(false)
  })

  it('moves old data to a third place only by force: what was done since is at the second one', async () => {
    const folder = world.copy('third')
    const [second, third] = [await world.database(), await world.database()]
    expect(await world.move(folder, 'postgres', second.storeFile)).toMatchObject({ exit: 0 })
    const refused = await world.move(folder, 'postgres', third.storeFile, '--again')
    expect(refused).toMatchObject({ exit: 2 })
    expect(refused.err).toContain('was moved to')
    expect(await world.move(folder, 'postgres', third.storeFile, '--force')).toMatchObject({ exit: 0 })
  })

  it('clears no figures of another server, also when it runs again', async () => {
    const folder = world.copy('again')
    const { database, storeFile } = await world.database()
    const figures = await world.database()
    const mark = { state: 'incomplete', from: folder, at: 0, figures: 'elsewhere' }
    await run(database.url, `INSERT INTO meta (key, value) VALUES ('data_move', '${JSON.stringify(mark)}')`)
    await run(figures.database.url, `INSERT INTO telemetry.programs VALUES (1, '', '', '', '')`)
    const more = ['--again', '--telemetry-store-file', figures.storeFile]
    const refused = await world.move(folder, 'postgres', storeFile, ...more)
    expect(refused).toMatchObject({ exit: 2 })
    expect(refused.err).toContain('There is data in')
    expect((await run(figures.database.url, 'SELECT device_id FROM telemetry.programs')).rowCount).toBe(1)
    expect(await world.move(folder, 'postgres', storeFile, '--again')).toMatchObject({ exit: 0 })
  })

  it('refuses a database of a newer version, whose additions it would leave behind', async () => {
    const { database, storeFile } = await world.database()
    expect(await world.move(world.copy('newer'), 'postgres', storeFile)).toMatchObject({ exit: 0 })
    await run(database.url, `INSERT INTO migrations (tag, hash, applied_at) VALUES ('9999_later', 'x', 0)`)
    const refused = await world.move('postgres', join(world.root, 'older'), storeFile)
    expect(refused).toMatchObject({ exit: 2 })
    expect(refused.err).toContain('newer version of this program (it knows 9999_later)')
  })

  it('refuses sides that make no sense, and never repeats a password', async () => {
    const { storeFile } = await world.database()
    const empty = join(world.root, 'empty')
    mkdirSync(empty)
    expect((await world.move(empty, 'postgres', storeFile)).err).toContain('There is no data in')
    expect((await world.move('postgres', join(world.root, 'new'), storeFile)).err).toContain(
      'There is no data in',
    )
    expect((await world.move(empty, world.folder, storeFile)).err).toContain('One side is a folder')
    const open = await world.move(world.folder, 'postgres://me:s3cret@db.example/data', storeFile)
    expect(open.err).toContain('--to has a password')
    const wrong = join(world.root, 'wrong')
    writeFileSync(wrong, 'postgres://me:s3cret@127.0.0.1:1/data')
    const away = await world.move(world.folder, 'postgres', wrong)
    expect(away.err).toContain('gives no answer')
    expect(open.err + open.out + away.err + away.out).not.toContain('s3cret')
  })
})

describe('a move whose sides differ in the end', () => {
  it('ends with an error, leaves the target unusable, and the source as it was', async () => {
    const folder = world.copy('differs')
    const { database, storeFile } = await world.database()
    // The database itself changes a row on its way, which only the comparison can find.
    await run(
      database.url,
      `CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.note := 'spoiled'; RETURN NEW; END $$;
       CREATE TRIGGER spoil BEFORE INSERT ON plans FOR EACH ROW EXECUTE FUNCTION spoil();
       CREATE FUNCTION keep_spoil() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
         IF (SELECT tgenabled FROM pg_trigger WHERE tgname = 'spoil') = 'D' THEN
           ALTER TABLE plans ENABLE TRIGGER spoil; END IF; END $$;
       CREATE EVENT TRIGGER keep_spoil ON ddl_command_end EXECUTE FUNCTION keep_spoil()`,
    )
    const result = await world.move(folder, 'postgres', storeFile)
    expect(result).toMatchObject({ exit: 2 })
    expect(result.out).toContain('These differ: plans.')
    await expect(requireDatabase({ url: database.url }, 'there', false)).rejects.toThrow('is incomplete')
    await expect(requireDatabase({ url: database.url }, 'there', true)).rejects.toThrow('is incomplete')
    expect(() => {
      requireFolder(folder, false)
    }).not.toThrow()
    await run(database.url, 'DROP EVENT TRIGGER keep_spoil; DROP TRIGGER spoil ON plans')
    expect((await world.move(folder, 'postgres', storeFile)).err).toContain('--again')
    expect(await world.move(folder, 'postgres', storeFile, '--again')).toMatchObject({ exit: 0 })
    await requireDatabase({ url: database.url }, 'there', false)
  })
})

it('a restore that was ordered and not completed comes first', async () => {
  const folder = world.copy('restoring-source')
  const staging = stagingOf(folder)
  cpSync(world.folder, staging, { recursive: true })
  const db = new Database(join(staging, 'pulsekey.db'))
  db.prepare('UPDATE codes SET note = ?').run('restored')
  db.close()
  markRestore(folder, { keepAs: 'kept', at: 0, version: '1' })
  const { database, storeFile } = await world.database()
  expect(await world.move(folder, 'postgres', storeFile)).toMatchObject({ exit: 0 })
  expect((await run(database.url, 'SELECT DISTINCT note FROM codes')).rows).toEqual([{ note: 'restored' }])
})

it('no backup comes into a folder that the next move clears', async () => {
  const folder = join(world.root, 'half')
  mkdirSync(folder)
  saveFolderMark(folder, { state: 'incomplete', from: 'there', at: 0 })
  writeFileSync(join(folder, 'backup.json'), '{}')
  const refused = await runCli('restore', folder, ['--from', folder])
  expect(refused).toMatchObject({ exit: 2 })
  expect(refused.err).toContain('incomplete: a move from there did not end')
})

describe('texts that PostgreSQL does not store', () => {
  it('are replaced and counted', async () => {
    const folder = world.copy('nul')
    const db = new Database(join(folder, 'pulsekey.db'))
    db.prepare('UPDATE codes SET note = ? WHERE id <= 2').run('a\0b')
    db.close()
    const { database, storeFile } = await world.database()
    const moved = await world.move(folder, 'postgres', storeFile)
    expect(moved).toMatchObject({ exit: 0 })
    expect(moved.out).toContain('2 rows of main.codes held a character (NUL)')
    const { rows } = await run(database.url, 'SELECT note FROM codes ORDER BY id LIMIT 2')
    expect(rows).toEqual([{ note: 'a\uFFFDb' }, { note: 'a\uFFFDb' }])
  })

  it('stop a move where the audit log has one: its chain would break', async () => {
    const folder = world.copy('nul-audit')
    const db = new Database(join(folder, 'pulsekey.db'))
    const row = db.prepare<[], { hash: string }>('SELECT * FROM audit ORDER BY id DESC LIMIT 1').get()!
    const entry = { ...ENTRY, subjectLabel: 'a\0b' }
    const hash = chainHash(row.hash, entry)
    db.prepare(
      `INSERT INTO audit (at, person_id, person_name, role, ip, action, subject_kind, subject_id, subject_label, app_id, owner_id, before, after, hash)
       VALUES (@at, @personId, @personName, @role, @ip, @action, @subjectKind, @subjectId, @subjectLabel, @appId, @ownerId, @before, @after, @hash)`,
    ).run({ ...entry, hash })
    db.prepare(
      "UPDATE meta SET value = (SELECT max(id) FROM audit) || ':' || ? WHERE key = 'audit_head'",
    ).run(hash)
    db.close()
    const { storeFile } = await world.database()
    const stopped = await world.move(folder, 'postgres', storeFile)
    expect(stopped).toMatchObject({ exit: 2 })
    expect(stopped.out).toContain('their chain would break')
    expect(() => {
      requireFolder(folder, false)
    }).not.toThrow()
  })
})
