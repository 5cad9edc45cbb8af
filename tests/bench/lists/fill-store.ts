import { join, resolve } from 'node:path'
import type Database from 'better-sqlite3'
import { connect } from '../../../src-server/store/sqlite/connection.ts'
import { prepareDatabase } from '../../../src-server/store/sqlite/prepare-database.ts'
import { createSearchIndexRepository } from '../../../src-server/store/sqlite/repositories/search-index.ts'
import { fillAccounts, fillAudit, fillCodes, fillDevices, fillFiles } from './fill-rows.ts'

const MIGRATIONS = resolve(import.meta.dirname, '../../../drizzle/main')
const INDEXED_AT_ONCE = 20_000

/** Callers beside the owner, with the owner's password. The developer has three quarters of everything. */
export const DEVELOPER = 'bench-developer'
export const AGENT = 'bench-agent'

export interface Filled {
  readonly codes: number
  readonly devices: number
  /** The application with four codes in ten. */
  readonly app: number
  /** A batch of a tenth of all codes. */
  readonly batch: number
  /** The agent with a tenth of all codes. */
  readonly agent: number
}

/** Puts rows into a data folder without a running server, by SQL: through the console it would take hours. */
export async function fillStore(
  folder: string,
  codes: number,
  progress: (text: string) => void,
): Promise<Filled> {
  const now = Math.floor(Date.now() / 1000)
  const db = await prepareDatabase(join(folder, 'pulsekey.db'), MIGRATIONS, now)
  try {
    db.pragma('synchronous = OFF')
    const people = addPeople(db, now)
    const apps = addApplications(db, people.developers)
    const counts = { codes, devices: codes / 10, accounts: codes / 10, audit: codes / 5 }
    const where = { db, now, apps, agents: people.agents, developers: people.developers }
    const batch = fillCodes(where, counts.codes)
    progress(`${counts.codes} codes`)
    fillDevices(where, counts.devices)
    fillAccounts(where, counts.accounts)
    fillFiles(where, 1000)
    fillAudit(where, counts.audit)
    progress('accounts, trading accounts, files and the audit log')
    fillSearch(db)
    progress('the indexes of searches')
    return { codes, devices: counts.devices, app: apps[0] ?? 0, batch, agent: people.agents[0] ?? 0 }
  } finally {
    db.close()
  }
}

function fillSearch(db: Database.Database): void {
  const index = createSearchIndexRepository(connect(db))
  const queued = db.prepare<[], { n: number }>(
    `SELECT ${['code', 'device', 'account', 'audit'].map((kind) => `(SELECT count(*) FROM ${kind}_search_queue)`).join(' + ')} AS n`,
  )
  for (let left = queued.get()?.n ?? 0; left > 0; left -= INDEXED_AT_ONCE) {
    db.exec('BEGIN')
    void index.catchUp(INDEXED_AT_ONCE)
    db.exec('COMMIT')
  }
}

/** Four developers and ten agents, each the owner's row under another name. */
function addPeople(db: Database.Database, now: number) {
  const copy = db
    .prepare<[string, string, number], number>(
      `INSERT INTO operators (name, role, password_hash, created_at)
       SELECT ?, ?, password_hash, ? FROM operators WHERE role = 'owner' RETURNING id`,
    )
    .pluck()
  const make = (role: string, name: string) => copy.get(name, role, now) ?? 0
  const developers = [DEVELOPER, 'dev-2', 'dev-3', 'dev-4'].map((name) => make('developer', name))
  const others = Array.from({ length: 9 }, (_, n) => `agent-${n + 2}`)
  return { developers, agents: [AGENT, ...others].map((name) => make('agent', name)) }
}

/** Twenty copies of the one that was made through the console; the first developer has eight. */
function addApplications(db: Database.Database, developers: readonly number[]): number[] {
  const columns = db
    .prepare<[], string>(
      `SELECT name FROM pragma_table_info('applications') WHERE name NOT IN ('id', 'owner_id', 'name')`,
    )
    .pluck()
    .all()
    .map((name) => `"${name}"`)
    .join(', ')
  const copy = db
    .prepare<[number, string], number>(
      `INSERT INTO applications (owner_id, name, ${columns})
       SELECT ?, ?, ${columns} FROM applications ORDER BY id LIMIT 1 RETURNING id`,
    )
    .pluck()
  const ownerOf = (n: number) => (n < 8 ? developers[0] : developers[1 + (n % 3)]) ?? 0
  return Array.from({ length: 20 }, (_, n) => copy.get(ownerOf(n), `bench ${n}`) ?? 0)
}
