import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareDatabase } from '../../src-server/store/sqlite/prepare-database.ts'

const DATABASES = [
  ['pulsekey.db', 'main'],
  ['telemetry.db', 'telemetry'],
] as const

let made: Promise<readonly (readonly [name: string, bytes: Buffer])[]> | undefined

/**
 * Puts both databases, migrated and empty, into a folder. Migrations run once a process: they have their own
 * tests.
 * @param isWanted whether the folder gets the database of that name
 */
export async function layEmptyData(
  folder: string,
  migrations: string,
  isWanted: (name: string) => boolean = () => true,
): Promise<void> {
  made ??= makeDatabases(migrations)
  for (const [name, bytes] of await made) if (isWanted(name)) writeFileSync(join(folder, name), bytes)
}

async function makeDatabases(migrations: string) {
  const folder = mkdtempSync(join(tmpdir(), 'pulsekey-empty-'))
  try {
    return await Promise.all(
      DATABASES.map(async ([name, of]) => {
        const file = join(folder, name)
        const db = await prepareDatabase(file, join(migrations, of), 0)
        db.close()
        return [name, readFileSync(file)] as const
      }),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
