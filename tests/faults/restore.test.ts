import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { signIn, type ConsoleSession } from '../bench/server/console-session.ts'
import { startServer, type StartedServer } from '../bench/server/start-server.ts'
import { createRandom } from '../simulator/random.ts'
import { SEED } from '../support/seed.ts'

const ROUNDS = 3

const dataDir = mkdtempSync(join(tmpdir(), 'pulsekey-restore-'))
let server: StartedServer | undefined

afterAll(async () => {
  await server?.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

async function backUp(session: ConsoleSession): Promise<string> {
  const { rows: before } = await session.call('backup_list', {})
  await session.call('backup_now', {})
  for (;;) {
    const { rows } = await session.call('backup_list', {})
    const made = rows.find(({ name }) => !before.some((one) => one.name === name))
    if (made !== undefined) return made.name
    await delay(20)
  }
}

/** Both databases show their state: one by an application's name, the other by a mark. */
function markTelemetry(mark: string): void {
  const db = new Database(join(dataDir, 'telemetry.db'), { timeout: 10_000 })
  db.exec('CREATE TABLE IF NOT EXISTS mark (text TEXT)')
  db.exec('DELETE FROM mark')
  db.prepare('INSERT INTO mark VALUES (?)').run(mark)
  db.close()
}
function telemetryMark(): unknown {
  const db = new Database(join(dataDir, 'telemetry.db'), { readonly: true, timeout: 10_000 })
  try {
    return db.prepare('SELECT text FROM mark').pluck().get()
  } finally {
    db.close()
  }
}

test(`kill -9 during a restore, ${ROUNDS} rounds: the old state or the restored one comes up, never a mixture`, async () => {
  console.log(`TEST_SEED=${SEED}`)
  const random = createRandom(SEED, 'restore')
  server = await startServer(dataDir)
  let session = await signIn(server.console)
  const { app } = await session.call('app_create', { name: 'saved' })
  markTelemetry('saved')
  const name = await backUp(session)
  const outcomes: string[] = []
  let longest = 0

  for (let round = 0; round < ROUNDS; round += 1) {
    const present = `present ${round}`
    await session.call('app_update', { app, name: present })
    markTelemetry(present)
    const began = performance.now()
    await session.call('backup_restore', { name })
    // The first round measures the duration; the other rounds are cut off somewhere within it.
    if (round === 0) {
      while ((await session.call('health', {})).restored === null) await delay(10)
      longest = (performance.now() - began) * 1.1
    } else await delay(random.next() * longest)
    await server.kill()
    session.close()

    server = await startServer(dataDir)
    session = await signIn(server.console)
    const { name: found } = await session.call('app_get', { app })
    expect(['saved', present]).toContain(found)
    expect(telemetryMark(), 'both databases are of one state').toBe(found)
    expect((await session.call('audit_verify', {})).verification).toMatchObject({ ok: true })
    const { databases } = await session.call('health', { check: true })
    expect(databases?.map(({ verdict }) => verdict)).toEqual(['ok', 'ok'])
    expect(existsSync(join(dataDir, 'restoring'))).toBe(false)
    expect(existsSync(join(dataDir, 'restore.json'))).toBe(false)
    expect(readdirSync(join(dataDir, 'backups')).filter((file) => file.endsWith('.part'))).toEqual([])
    outcomes.push(found === 'saved' ? 'restored' : 'old')
    if (found === 'saved') {
      // The replaced data is stored whole.
      const { rows } = await session.call('backup_list', {})
      const kept = rows.find(({ reason }) => reason === 'before_restore')
      const db = new Database(join(dataDir, 'backups', kept?.name ?? '', 'pulsekey.db'), { readonly: true })
      expect(db.prepare('SELECT name FROM applications WHERE id = ?').pluck().get(app)).toBe(present)
      db.close()
    }
  }
  session.close()
  console.log(outcomes.join(' '))
}, 600_000)
