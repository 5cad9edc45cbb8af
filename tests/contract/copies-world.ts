import { createSharedCopies, type SharedCopies } from '../../src-server/copies/shared-copies.ts'
import type { Log } from '../../src-server/contract/ports.ts'
import type { Copy } from '../../src-server/copies/copies.ts'
import type { CopyLink } from '../../src-server/store/copy-link.ts'
import { openPostgresLink } from '../../src-server/store/postgres/link/postgres-link.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'
import { QUIET_LOG } from '../support/storage-watch.ts'
import { until } from '../support/until.ts'
import pg from 'pg'

const NOW = 1_700_000_000

export interface JoinedCopy {
  readonly copy: Copy
  readonly copies: SharedCopies
}

/** Copies that meet in a database of their own. */
export class CopiesWorld {
  readonly #database: TestDatabase
  readonly #joined: JoinedCopy[] = []
  readonly #clients: pg.Client[] = []

  private constructor(database: TestDatabase) {
    this.#database = database
  }

  static async open(): Promise<CopiesWorld> {
    return new CopiesWorld(await createTestDatabase())
  }

  /** The name of the database. */
  get database(): string {
    return this.#database.name
  }

  /** @param url by which the copy reaches the database, where it is another one than the world's */
  link(name: string, url = this.#database.url): Promise<CopyLink> {
    const self = { name, host: 'machine', process: 1, version: 'test', contracts: 0 }
    return openPostgresLink({ place: { url }, self, log: QUIET_LOG })
  }

  /** @param wallMs the clock of its machine, where it is compared with the database's */
  async join(name: string, wallMs?: () => number, log: Log = QUIET_LOG, url?: string): Promise<JoinedCopy> {
    const link = await this.link(name, url)
    const copies = createSharedCopies({
      link,
      now: () => NOW,
      steadyMs: () => performance.now(),
      wallMs,
      lost: () => undefined,
    })
    const joined = { copy: copies.join(log), copies }
    this.#joined.push(joined)
    return joined
  }

  /** Two copies, each of which knows of the other one. */
  async joinTwo(): Promise<readonly [JoinedCopy, JoinedCopy]> {
    const [a, b] = [await this.join('aa'), await this.join('bb')]
    await until(() => a.copy.bus.hasOthers && b.copy.bus.hasOthers, 'both know each other')
    return [a, b]
  }

  /** A connection of the test. */
  async client(): Promise<pg.Client> {
    const client = new pg.Client(this.#database.url)
    client.on('error', () => undefined)
    await client.connect()
    this.#clients.push(client)
    return client
  }

  /** Cuts the connections with this name, as a database does that stops. */
  async cut(application: string): Promise<number> {
    const client = await this.client()
    const { rowCount } = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = $1 AND datname = current_database()`,
      [application],
    )
    return rowCount ?? 0
  }

  async close(): Promise<void> {
    for (const { copy } of this.#joined) await copy.leave()
    for (const client of this.#clients) await client.end()
    await this.#database.drop()
  }
}
