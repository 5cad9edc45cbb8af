import { createHash, randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { readMigrations, type Migration } from '../../../src-server/store/migrations.ts'
import { migratePostgres } from '../../../src-server/store/postgres/migrate.ts'
import { urlOf } from './cluster.ts'
import { socketOfRun } from './global-setup.ts'
import { withClient } from './with-client.ts'

const DRIZZLE = join(resolve(import.meta.dirname, '../../..'), 'drizzle')

export interface TestDatabase {
  readonly url: string
  readonly name: string
  drop(): Promise<void>
}

/** The migrations of a folder beneath drizzle/. */
export function shippedMigrations(folder: 'postgres' | 'postgres-telemetry'): readonly Migration[] {
  return readMigrations(join(DRIZZLE, folder))
}

/** A database without a schema, as a server finds it at its first start. */
export async function createBareDatabase(): Promise<TestDatabase> {
  const socket = socketOfRun()
  const name = newName()
  await asAdmin(socket, async (admin) => {
    await admin.query(`CREATE DATABASE ${name}`)
  })
  return testDatabase(socket, name)
}

/** A migrated, empty database. The first one of a cluster is migrated, and all others are copies of it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const socket = socketOfRun()
  const { shipped, telemetry, template } = (schema ??= readSchema())
  const name = newName()
  await asAdmin(socket, async (admin) => {
    await admin.query('SELECT pg_advisory_lock(1)')
    const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [template])
    if (rowCount === 0) {
      const making = `${template}_made`
      await admin.query(`DROP DATABASE IF EXISTS ${making}`)
      await admin.query(`CREATE DATABASE ${making}`)
      await migratePostgres({ url: urlOf(socket, making) }, making, shipped, 0)
      await migratePostgres({ url: urlOf(socket, making) }, making, telemetry, 0, 'telemetry')
      await admin.query(`ALTER DATABASE ${making} RENAME TO ${template}`)
    }
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
    await admin.query('SELECT pg_advisory_unlock(1)')
  })
  return testDatabase(socket, name)
}

function newName(): string {
  return `test_${randomBytes(8).toString('hex')}`
}

function testDatabase(socket: string, name: string): TestDatabase {
  return {
    url: urlOf(socket, name),
    name,
    drop: () =>
      asAdmin(socket, async (admin) => {
        await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      }),
  }
}

/** Read once a process. */
let schema: ReturnType<typeof readSchema> | undefined

function readSchema() {
  const shipped = shippedMigrations('postgres')
  const telemetry = shippedMigrations('postgres-telemetry')
  const hash = createHash('sha256')
    .update([...shipped, ...telemetry].map((one) => one.hash).join())
    .digest('hex')
  return { shipped, telemetry, template: `template_${hash.slice(0, 12)}` }
}

function asAdmin(socket: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  return withClient(urlOf(socket, 'postgres'), work)
}
