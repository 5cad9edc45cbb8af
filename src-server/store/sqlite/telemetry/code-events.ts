import type Database from 'better-sqlite3'
import type { CodeEvent } from '../../../contract/records/code-event.ts'
import { isSameEvent, type EventContent } from '../../../domain/code/event.ts'
import { EVENT_SECONDS, MOST_EVENTS } from '../../telemetry-store.ts'
import type { RepeatedCodeEvent } from '../../telemetry-store.ts'
import { unseen } from '../unseen.ts'

/** The events that are looked at together for old ones. */
const LOOKED_AT = 5000
interface Last extends EventContent {
  readonly id: number
}

/**
 * The history of codes in the telemetry file. A repetition of the last event only increases its count, so
 * that a history stays small.
 */
export class CodeEvents {
  readonly #db: Database.Database
  readonly #last
  readonly #again
  readonly #insert
  readonly #trim
  readonly #read
  readonly #prune
  readonly #end

  constructor(db: Database.Database) {
    this.#db = db
    this.#last = db.prepare<[number], Last>(
      `SELECT id, kind, markcode, ip, "by", detail FROM code_events WHERE code_id = ${unseen('?')} ORDER BY id DESC LIMIT 1`,
    )
    this.#again = db.prepare('UPDATE code_events SET at = ?, times = times + ? WHERE id = ?')
    this.#insert = db.prepare(
      `INSERT INTO code_events (code_id, kind, since, at, times, markcode, ip, "by", detail)
       VALUES (@codeId, @kind, @since, @at, @times, @markcode, @ip, @by, @detail)`,
    )
    this.#trim = db.prepare(
      `DELETE FROM code_events WHERE code_id = @code AND id <=
         (SELECT id FROM code_events WHERE code_id = ${unseen('@code')} ORDER BY id DESC LIMIT 1 OFFSET ${MOST_EVENTS})`,
    )
    this.#read = db.prepare<[number], CodeEvent>(
      `SELECT kind, since, at, times, markcode, ip, "by", detail FROM code_events WHERE code_id = ${unseen('?')}
       ORDER BY id DESC LIMIT ${MOST_EVENTS}`,
    )
    this.#prune = db.prepare('DELETE FROM code_events WHERE id > ? AND id <= ? AND at < ?')
    this.#end = db
      .prepare<[number], number | null>(
        `SELECT max(id) FROM (SELECT id FROM code_events WHERE id > ? ORDER BY id LIMIT ${LOOKED_AT})`,
      )
      .pluck()
  }

  append(batch: readonly RepeatedCodeEvent[]): void {
    this.#db
      .transaction(() => {
        for (const event of batch) this.#add(event)
      })
      .immediate()
  }

  /** Newest first. */
  of(codeId: number): CodeEvent[] {
    return this.#read.all(codeId)
  }

  /**
   * Looks at some events, and deletes the old ones of them.
   * @param after the last event that was looked at
   * @returns the last one of these; undefined when there are no more
   */
  forgetOld(now: number, after: number): number | undefined {
    const end = this.#end.get(after) ?? undefined
    if (end !== undefined) this.#prune.run(after, end, now - EVENT_SECONDS)
    return end
  }

  #add(event: RepeatedCodeEvent): void {
    const last = this.#last.get(event.codeId)
    if (last !== undefined && isSameEvent(last, event)) this.#again.run(event.at, event.times, last.id)
    else {
      this.#insert.run(event)
      this.#trim.run({ code: event.codeId })
    }
  }
}
