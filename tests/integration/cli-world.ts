import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { TestServer } from '../support/test-server.ts'
import { backUp, fillWithSecrets, stepUp, type Filled } from './secret-world.ts'

/** Commands use the clock of the machine. */
const now = () => Math.floor(Date.now() / 1000)

/** The data folder of a stopped server with secrets and a backup. Each test works on a copy. */
export class CliWorld {
  readonly #origin: TestServer
  readonly filled: Filled
  readonly backupName: string
  readonly recoveryKey: string
  folder = ''

  private constructor(origin: TestServer, filled: Filled, backupName: string, recoveryKey: string) {
    this.#origin = origin
    this.filled = filled
    this.backupName = backupName
    this.recoveryKey = recoveryKey
  }

  static async make(): Promise<CliWorld> {
    const server = await TestServer.start(now() - 600)
    const filled = await fillWithSecrets(server)
    await stepUp(server, filled.phone)
    const { recovery_key: recoveryKey } = await server.act('recovery_key_show', {})
    const name = await backUp(server)
    await server.close()
    return new CliWorld(server, filled, name, recoveryKey)
  }

  copy(): void {
    this.folder = mkdtempSync(join(tmpdir(), 'pulsekey-cli-'))
    cpSync(this.#origin.folder, this.folder, { recursive: true })
  }

  removeCopy(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  end(): void {
    rmSync(this.#origin.folder, { recursive: true })
  }

  get main(): string {
    return join(this.folder, 'pulsekey.db')
  }

  /** The backup in the copy. */
  get backup(): string {
    return join(this.folder, 'backups', this.backupName)
  }

  change(sql: string): void {
    const db = new Database(this.main)
    db.exec(sql)
    db.close()
  }

  column<T>(sql: string): T[] {
    const db = new Database(this.main, { readonly: true })
    const rows = db.prepare<[], T>(sql).pluck().all()
    db.close()
    return rows
  }

  /** Starts a server on the folder as the commands left it. */
  async serve(work: (server: TestServer) => Promise<void>, from = this.folder): Promise<void> {
    const server = await TestServer.startOn((to) => {
      cpSync(from, to, { recursive: true })
    }, now())
    await work(server)
    await server.end()
  }
}
