import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import Database from 'better-sqlite3'
import type { Permission, Role } from '../../src-server/contract/permissions.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { runStatement } from '../support/postgres/run-statement.ts'
import { QUICK, type TestServer } from '../support/test-server.ts'

export const PASSWORD = 'a long enough password'

/** Puts an operator into the store, which the console can't do yet. @returns its number */
export async function addOperator(server: TestServer, name: string, role: Role): Promise<number> {
  const passwordHash = await hash(PASSWORD, QUICK)
  return server.store.write(
    async (unit) => {
      // The values of the owner, except in the members named here.
      const { id: _, ...like } = (await unit.operators.owner())!
      return (await unit.operators.insert({ ...like, name, role, passwordHash })).id
    },
    { durable: true },
  )
}

/** An agent that works for a developer. @returns its number */
export async function addAgent(server: TestServer, name: string, developer: number): Promise<number> {
  const id = await addOperator(server, name, 'agent')
  const open = { durable: true }
  await server.store.write((unit) => unit.ledger.open(developer, id, server.clock.now()), open)
  return id
}

/** A signed-in person who works for `employer`, with these permissions. */
export async function newStaff(
  server: TestServer,
  employer: ConsoleClient,
  permissions: Permission[],
): Promise<{ name: string; id: number; role: number; client: ConsoleClient }> {
  const name = `staff ${++staffCount}`
  const role = await employer.call('role_create', { name, permissions })
  const { staff } = await employer.call('staff_create', { name, role: role.id, password: PASSWORD })
  return { name, id: staff.id, role: role.id, client: await signIn(server, name) }
}
let staffCount = 0

/** All rights that an agent can have for its customers. */
export const ALL_RIGHTS = {
  pause_open: true,
  pause_add: true,
  close_all: true,
  unbind: true,
  rebind: true,
} as const

export function signIn(server: TestServer, name: string, password = PASSWORD): Promise<ConsoleClient> {
  return ConsoleClient.signIn(server.running.consoleUrl, name, password)
}

/** Changes the database behind the server's back, for changes without an action. Flags are `true` and `false`. */
export function changeDatabase(server: TestServer, sql: string, ...values: (string | number | null)[]): void {
  if (server.databaseUrl !== undefined) {
    runStatement(server.databaseUrl, sql, values)
    return
  }
  const db = new Database(join(server.folder, 'pulsekey.db'))
  db.prepare(sql).run(...values)
  db.close()
}
