import type Database from 'better-sqlite3'
import type { ProgramFacts } from '../../../domain/device/telemetry.ts'
import type { StoredProgram } from '../../pulse-batch.ts'
import { PAGE_SIZE } from '../../telemetry/account-page.ts'

/** The last texts of programs about themselves. They seldom change. */
export class Programs {
  readonly #put
  readonly #range

  constructor(db: Database.Database) {
    this.#put = db.prepare(
      'INSERT OR REPLACE INTO programs (device_id, currency, version, magic, account_name) VALUES (?, ?, ?, ?, ?)',
    )
    this.#range = db.prepare<[number, number], ProgramFacts & { readonly deviceId: number }>(
      `SELECT device_id AS deviceId, currency, version, magic, account_name AS accountName FROM programs
       WHERE device_id >= ? AND device_id < ?`,
    )
  }

  save(programs: readonly StoredProgram[]): void {
    for (const { deviceId, program } of programs)
      this.#put.run(deviceId, program.currency, program.version, program.magic, program.accountName)
  }

  ofPage(page: number): StoredProgram[] {
    return this.#range
      .all(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)
      .map(({ deviceId, ...program }) => ({ deviceId, program }))
  }
}
