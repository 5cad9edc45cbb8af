import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CliWorld } from '../integration/cli-world.ts'
import { filesBelow, secretsIn } from '../integration/secret-world.ts'
import { createRandom } from '../simulator/random.ts'
import { layOldData } from '../support/old-data.ts'
import { runCli } from '../support/run-cli.ts'
import { SEED } from '../support/seed.ts'
import { findServerFile, findServerProgram } from '../support/server-program.ts'
import { TestServer } from '../support/test-server.ts'

const ROUNDS = 3
const CLI = findServerFile('entry/cli.ts')
const random = createRandom(SEED, 'seal')

/** Runs a program. @param killAfterMs when SIGKILL ends it; undefined: it ends by itself @returns its milliseconds */
async function run(args: readonly string[], killAfterMs?: number): Promise<number> {
  const startedMs = performance.now()
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  if (killAfterMs !== undefined) {
    await Promise.race([delay(killAfterMs), ended])
    child.kill('SIGKILL')
  }
  await ended
  return performance.now() - startedMs
}

describe('kill -9 while the keys are rotated', () => {
  let world: CliWorld
  beforeAll(async () => {
    world = await CliWorld.make()
  })
  afterAll(() => {
    world.end()
  })

  it(`${ROUNDS} rounds lose no secret, and leave none that reads`, async () => {
    console.log(`TEST_SEED=${SEED}`)
    world.copy()
    const rotate = [CLI, 'rotate-keys', '--data', world.folder]
    const wholeMs = await run(rotate)
    for (let round = 0; round < ROUNDS; round++) {
      // Half of the time goes into the start of the program.
      await run(rotate, wholeMs * (0.4 + 0.6 * random.next()))
      expect(await runCli('verify', world.folder)).toMatchObject({ exit: 0 })
    }
    const { secrets, app } = world.filled
    await world.serve(async (server) => {
      const found = await server.store.read((unit) => unit.applications.find(app))
      expect(found).not.toHaveProperty('locked')
      expect(found).toMatchObject({ appkey: secrets['appkey'], mt5: { bindSecret: secrets['bind'] } })
    })
    expect(secretsIn(filesBelow(world.folder), secrets)).toEqual([])
    world.removeCopy()
  })
})

describe('kill -9 during the first start on data of 0.1.0', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pulsekey-seal-'))
  const server: { running?: TestServer } = {}
  afterAll(async () => {
    await server.running?.end()
    rmSync(folder, { recursive: true, force: true })
  })

  it(`${ROUNDS} rounds lose no key, and the start that ends leaves none that reads`, async () => {
    layOldData(folder)
    const db = new Database(join(folder, 'pulsekey.db'), { readonly: true })
    const keys = db.prepare<[], { id: number; appkey: string }>('SELECT id, appkey FROM applications').all()
    db.close()
    expect(keys.length).toBeGreaterThan(0)
    const serve = [findServerProgram(), '--data', folder, '--port', '0', '--console-port', '0']
    for (let round = 0; round < ROUNDS; round++) await run(serve, 200 + 600 * random.next())
    server.running = await TestServer.startOn(
      (target) => {
        cpSync(folder, target, { recursive: true })
      },
      Math.floor(Date.now() / 1000),
    )
    const { store } = server.running.running.stores
    for (const { id, appkey } of keys) {
      const app = await store.read((unit) => unit.applications.find(id))
      expect(app).toMatchObject({ appkey })
    }
    await server.running.close()
    const known = Object.fromEntries(keys.map(({ id, appkey }) => [String(id), appkey]))
    const live = filesBelow(server.running.folder).filter((file) => !file.includes('/backups/'))
    expect(secretsIn(live, known)).toEqual([])
  })
})
