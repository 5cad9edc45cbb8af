import type { CodeEvent } from '../../../contract/records/code-event.ts'
import { isSameEvent } from '../../../domain/code/event.ts'
import { EVENT_SECONDS, MOST_EVENTS } from '../../telemetry-store.ts'
import type { RepeatedCodeEvent } from '../../telemetry-store.ts'
import { claim } from './claim.ts'
import { lockText } from './locks.ts'
import { recordsText, storedText } from '../stored-text.ts'
import { listOf, type Connection, type TelemetryPool } from './telemetry-pool.ts'

/** The events that are looked at together for old ones. */
const LOOKED_AT = 5000
const COLUMNS = 'kind, since, at, times, markcode, ip, by, detail'

/** The last event of a code, as stored or on its way there. */
type Last = { -readonly [K in keyof RepeatedCodeEvent]: RepeatedCodeEvent[K] } & {
  /** undefined: it is new. */
  readonly id: number | undefined
}

/** The history of codes. A repetition of the last event only increases its count, so that a history stays small. */
export class CodeEvents {
  readonly #pool: TelemetryPool
  readonly #writer: number

  /** @param writer a number of this copy alone */
  constructor(pool: TelemetryPool, writer: number) {
    this.#pool = pool
    this.#writer = writer
  }

  /** Adds events in their order. @param seq as of `claim` */
  async append(seq: number, batch: readonly RepeatedCodeEvent[]): Promise<void> {
    if (batch.length === 0) return
    const codes = [...new Set(batch.map(({ codeId }) => codeId))]
    await this.#pool.write(async (connection) => {
      // Ids rise in the order of commits, and two copies see each other's last events.
      await connection.batch(lockText('codeEvents'))
      if (!(await claim(connection, this.#writer, seq))) return
      const last = await lastOf(connection, codes)
      const added: Last[] = []
      const repeated = new Set<Last & { id: number }>()
      for (const event of batch) {
        const given = stored(event)
        const before = last.get(event.codeId)
        if (before !== undefined && isSameEvent(before, given)) {
          before.at = given.at
          before.times += given.times
          if (isKnown(before)) repeated.add(before)
          continue
        }
        const made = { ...given, id: undefined }
        added.push(made)
        last.set(event.codeId, made)
      }
      await connection.run(
        `UPDATE code_events AS e SET at = r.at, times = r.times
         FROM unnest($1::bigint[], $2::bigint[], $3::int[]) AS r(id, at, times) WHERE e.id = r.id`,
        [
          listOf(Array.from(repeated, ({ id }) => id)),
          listOf(Array.from(repeated, ({ at }) => at)),
          listOf(Array.from(repeated, ({ times }) => times)),
        ],
      )
      if (added.length > 0) await insert(connection, added)
    })
  }

  /** Newest first. */
  of(codeId: number): Promise<CodeEvent[]> {
    return this.#pool.use((connection) =>
      connection.all<CodeEvent>(
        `SELECT ${COLUMNS} FROM code_events WHERE code_id = $1 ORDER BY id DESC LIMIT ${MOST_EVENTS}`,
        [codeId],
      ),
    )
  }

  /**
   * Looks at some events, and deletes the old ones of them.
   * @param after the last event that was looked at
   * @returns the last one of these; undefined when there are no more
   */
  forgetOld(now: number, after: number): Promise<number | undefined> {
    return this.#pool.use(async (connection) => {
      const [found] = await connection.all<{ last: number | null }>(
        `SELECT max(id) AS last FROM (SELECT id FROM code_events WHERE id > $1 ORDER BY id LIMIT ${LOOKED_AT}) AS looked`,
        [after],
      )
      const end = found?.last ?? undefined
      if (end !== undefined)
        await connection.run('DELETE FROM code_events WHERE id > $1 AND id <= $2 AND at < $3', [
          after,
          end,
          now - EVENT_SECONDS,
        ])
      return end
    })
  }
}

async function lastOf(connection: Connection, codes: readonly number[]): Promise<Map<number, Last>> {
  const rows = await connection.all<Last>(
    `SELECT e.id, e.code_id AS "codeId", ${COLUMNS} FROM unnest($1::int[]) AS c(code_id)
     CROSS JOIN LATERAL (SELECT * FROM code_events WHERE code_id = c.code_id ORDER BY id DESC LIMIT 1) AS e`,
    [listOf(codes)],
  )
  return new Map(rows.map((row) => [row.codeId, row]))
}

async function insert(connection: Connection, added: readonly Last[]): Promise<void> {
  await connection.run(
    `INSERT INTO code_events (code_id, ${COLUMNS})
     SELECT "codeId", ${COLUMNS} FROM ROWS FROM (jsonb_to_recordset($1::jsonb)
       AS ("codeId" integer, kind text, since bigint, at bigint, times integer, markcode text, ip text, by text, detail text))
       WITH ORDINALITY AS e("codeId", kind, since, at, times, markcode, ip, by, detail, n) ORDER BY n`,
    [recordsText(added)],
  )
  await connection.run(
    `DELETE FROM code_events AS e USING unnest($1::int[]) AS c(code_id)
     WHERE e.code_id = c.code_id AND e.id <=
       (SELECT id FROM code_events WHERE code_id = c.code_id ORDER BY id DESC LIMIT 1 OFFSET ${MOST_EVENTS})`,
    [listOf([...new Set(added.map(({ codeId }) => codeId))])],
  )
}

function stored(event: RepeatedCodeEvent): RepeatedCodeEvent {
  const { markcode, ip, by, detail } = event
  return {
    ...event,
    markcode: storedText(markcode),
    ip: storedText(ip),
    by: storedText(by),
    detail: storedText(detail),
  }
}

function isKnown(event: Last): event is Last & { id: number } {
  return event.id !== undefined
}
