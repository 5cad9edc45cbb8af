import type Database from 'better-sqlite3'
import type { AccountPage } from '../../telemetry/account-page.ts'
import { ByteWriter } from '../../telemetry/columns/byte-writer.ts'
import { readPage, writePage } from './page-state.ts'

interface Row {
  readonly page: number
  readonly seq: number
  readonly state: Buffer
}

/** The stored pages of accounts. */
export class PageFile {
  readonly #writer = new ByteWriter()
  readonly #put
  readonly #all

  constructor(db: Database.Database) {
    this.#put = db.prepare('INSERT OR REPLACE INTO account_pages (page, seq, state) VALUES (?, ?, ?)')
    this.#all = db.prepare<[], Row>('SELECT page, seq, state FROM account_pages ORDER BY page')
  }

  /** @param seq the number of the last journal entry that the page has */
  write(page: AccountPage, seq: number): void {
    writePage(this.#writer, page)
    this.#put.run(page.number, seq, this.#writer.take())
  }

  *all(): Generator<AccountPage> {
    for (const { page, seq, state } of this.#all.iterate()) {
      const read = readPage(page, state)
      read.storedTo = seq
      yield read
    }
  }
}
