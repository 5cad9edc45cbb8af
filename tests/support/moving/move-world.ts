import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { layEmptyData } from '../empty-data.ts'
import { createTestDatabase, type TestDatabase } from '../postgres/test-database.ts'
import { runCli, type CliRun } from '../run-cli.ts'
import { openTelemetryStore } from '../telemetry/open-telemetry-store.ts'
import { layEveryTable } from './lay-every-table.ts'
import { layFigures } from './lay-figures.ts'

export const MIGRATIONS = join(resolve(import.meta.dirname, '../../..'), 'drizzle')
export const BEGIN = 1_700_000_000

/** A folder with rows of every table and figures, an empty database, and moves between them. */
export class MoveWorld {
  readonly root = mkdtempSync(join(tmpdir(), 'pulsekey-moving-'))
  /** The folder with data. */
  readonly folder = join(this.root, 'data')
  readonly #made: TestDatabase[] = []
  /** The last moment of the figures, Unix seconds. */
  last = BEGIN

  static async open(): Promise<MoveWorld> {
    const world = new MoveWorld()
    mkdirSync(world.folder)
    await layEmptyData(world.folder, MIGRATIONS)
    await layEveryTable(join(world.folder, 'pulsekey.db'))
    const store = await openTelemetryStore(world.folder, BEGIN)
    world.last = await layFigures(store, BEGIN)
    await store.close()
    return world
  }

  /** A copy of the folder with data. */
  copy(name: string): string {
    const copied = join(this.root, name)
    cpSync(this.folder, copied, { recursive: true })
    return copied
  }

  /** An empty database, and a file with its address. @param addressOf the address by which a move reaches it */
  async database(
    addressOf = (one: TestDatabase) => one.url,
  ): Promise<{ database: TestDatabase; storeFile: string }> {
    const database = await createTestDatabase()
    this.#made.push(database)
    const storeFile = join(this.root, database.name)
    writeFileSync(storeFile, addressOf(database), { mode: 0o600 })
    return { database, storeFile }
  }

  move(from: string, to: string, storeFile: string, ...more: readonly string[]): Promise<CliRun> {
    return runCli('move', this.folder, ['--from', from, '--to', to, '--store-file', storeFile, ...more])
  }

  async close(): Promise<void> {
    for (const database of this.#made) await database.drop()
    rmSync(this.root, { recursive: true })
  }
}
