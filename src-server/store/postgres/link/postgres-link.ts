import type pg from 'pg'
import type { Log } from '../../../contract/ports.ts'
import type { Change } from '../../changes.ts'
import {
  ChangesForgotten,
  type Beat,
  type Counted,
  type Counting,
  type CopyLink,
  type CopyRow,
  type CopySelf,
  type CopySign,
  type LinkHearer,
  type Look,
} from '../../copy-link.ts'
import type { PostgresPlace } from '../pool.ts'
import { Ear } from './ear.ts'
import { QUERIES, KEPT_SECONDS } from './queries.ts'
import { Talker } from './talker.ts'

/** The end of the last look. */
interface Looked {
  /** The snapshot of the look: transactions that it doesn't show come with the next one. */
  readonly snapshot: string
  /** Unix seconds, by the clock of the database. */
  readonly at: number
  readonly connection: number
}

/** The part of a look that came last, where there are more. */
interface Part extends Looked {
  readonly xid: string
  readonly id: number
}

const CHANGES = 'pulsekey_changes'
const COPIES = 'pulsekey_copies'
const BUS = 'pulsekey_bus'

/** Transactions last shorter than that, and the clocks of two database servers differ by less, seconds. */
const MARGIN_SECONDS = 60
/** A heartbeat of this copy comes back within this time, or the connection that hears is dead. */
const DEAF_MS = 4000
/** Rows of a statement that deletes: looks at the changes wait behind it on the same connection. */
const ROWS_AT_ONCE = 5000
/** Statements of a kind in a turn: with the time between two turns, more than all copies commit. */
const MOST_STATEMENTS = 200
/** Changes of a part of a look: they are listed and read in well less than the time after which an answer counts as lost. */
const PART_ROWS = 10_000

/** Copies that meet in PostgreSQL: they speak on one connection, and hear on another. */
class PostgresLink implements CopyLink {
  readonly self: CopySelf
  readonly #place: PostgresPlace
  readonly #log: Log
  readonly #talker: Talker
  #ear: Ear | undefined
  #looked: Looked
  #part: Part | undefined
  #heardOwn = performance.now()

  constructor(
    parts: { readonly place: PostgresPlace; readonly self: CopySelf; readonly log: Log },
    talker: Talker,
    looked: Looked,
  ) {
    this.self = parts.self
    this.#place = parts.place
    this.#log = parts.log
    this.#talker = talker
    this.#looked = looked
  }

  open(hearer: LinkHearer): void {
    this.#heardOwn = performance.now()
    this.#ear = new Ear({
      place: this.#place,
      channels: [CHANGES, COPIES, BUS],
      hear: ({ channel, text }) => {
        this.#hear(hearer, channel, text)
      },
      missed: () => {
        hearer.missed()
      },
      log: this.#log,
    })
  }

  async hint(): Promise<void> {
    await this.#ask('hint', QUERIES.notify, [CHANGES, [this.self.name]])
  }

  async send(packets: readonly string[]): Promise<void> {
    const texts = packets.map((packet) => `${this.self.name} ${packet}`)
    await this.#ask('notify', QUERIES.notify, [BUS, texts])
  }

  async look(): Promise<Look> {
    const before = this.#looked
    const { name } = this.self
    const { rows, connection } = await this.#talker.ask<FoundChanges>((asked) => {
      // Numbers of transactions are those of one server. Another one may have used some of them for something else.
      const part = this.#part?.connection === asked ? this.#part : undefined
      const [oldest = '0'] = asked === before.connection ? before.snapshot.split(':', 1) : []
      const from = [part?.snapshot ?? null, part?.xid ?? oldest, part?.id ?? 0, PART_ROWS]
      return asked === before.connection
        ? { name: 'look', text: QUERIES.look, values: [name, before.snapshot, ...from] }
        : { name: 'look back', text: QUERIES.lookBack, values: [name, before.at - MARGIN_SECONDS, ...from] }
    })
    const [found] = rows
    if (found === undefined) return { changes: [], isLast: true }
    if (found.at - before.at > KEPT_SECONDS - MARGIN_SECONDS)
      throw new ChangesForgotten('This copy has not followed the others for too long: start it again')
    // All parts are those of the snapshot of the first one.
    const { snapshot, at } = this.#part?.connection === connection ? this.#part : found
    const isLast = found.rows < PART_ROWS
    if (isLast) this.#looked = { snapshot, at, connection }
    this.#part = isLast ? undefined : { snapshot, at, connection, xid: found.xid, id: found.id }
    const changes = (JSON.parse(found.changes) as [Change['kind'], string][]).map(([kind, key]) => ({
      kind,
      key: JSON.parse(key) as Change['key'],
    }))
    return { changes, isLast }
  }

  async beat({ lagMs, clockMs }: CopySign): Promise<Beat> {
    const { name, host, process, version, contracts } = this.self
    // The others answer the first heartbeat with what they tell once and for all.
    await this.#ear?.tried
    const rows = await this.#ask<CopyRow & { readonly at: number }>('beat', QUERIES.beat, [
      ...[name, host, process, version, COPIES],
      ...[Math.round(lagMs), clockMs, contracts],
    ])
    if (performance.now() - this.#heardOwn > DEAF_MS) {
      this.#heardOwn = performance.now()
      this.#ear?.renew()
    }
    return { copies: rows.map(({ at: _, ...copy }) => copy), at: rows[0]?.at ?? NaN }
  }

  async count(counts: readonly Counting[]): Promise<readonly Counted[]> {
    // Two copies that add to the same rows must do it in the same order.
    const sorted = counts
      .map((count) => ({ ...count, key: JSON.stringify(count.key) }))
      .sort((a, b) => order(`${a.limit} ${a.key}`, `${b.limit} ${b.key}`))
    const rows = await this.#ask<Counted>('count', QUERIES.count, [
      sorted.map(({ limit }) => limit),
      sorted.map(({ key }) => key),
      sorted.map(({ from }) => from),
      sorted.map(({ from, seconds }) => from + seconds),
      sorted.map(({ used }) => used),
    ])
    return rows.map(parsed)
  }

  async counts(now: number, most: number): Promise<readonly Counted[]> {
    return (await this.#ask<Counted>('counts', QUERIES.counts, [now, most])).map(parsed)
  }

  async tidy(now: number): Promise<void> {
    for (const text of QUERIES.tidy) await this.#deleteAll(text)
    await this.#deleteAll(QUERIES.tidyCounts, now)
  }

  /** Deletes in short statements, until one finds fewer rows than it may delete. */
  async #deleteAll(text: string, ...values: readonly unknown[]): Promise<void> {
    for (let statements = 0; statements < MOST_STATEMENTS; statements++) {
      const [row] = await this.#ask<{ gone: number }>('', text, [ROWS_AT_ONCE, ...values])
      if (row === undefined || row.gone < ROWS_AT_ONCE) return
    }
  }

  async close(): Promise<void> {
    await this.#ear?.close()
    // Others see at once that this copy is gone, and without the row after some seconds.
    await this.#ask('', QUERIES.leave, [this.self.name]).catch(() => undefined)
    await this.#talker.close()
  }

  async #ask<R extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: unknown[],
  ): Promise<readonly R[]> {
    const { rows } = await this.#talker.ask<R>(() => ({ ...(name !== '' && { name }), text, values }))
    return rows
  }

  #hear(hearer: LinkHearer, channel: string, text: string): void {
    const [copy = ''] = text.split(' ', 1)
    if (copy === this.self.name) {
      this.#heardOwn = performance.now()
      return
    }
    if (channel === CHANGES) hearer.changed()
    else if (channel === COPIES) hearer.alive(copy)
    else hearer.packet(copy, text.slice(copy.length + 1))
  }
}

interface FoundChanges {
  readonly snapshot: string
  readonly at: number
  /** The number of rows, and the place of the last one. */
  readonly rows: number
  readonly xid: string
  readonly id: number
  /** JSON: pairs of a kind and of the JSON of a key. */
  readonly changes: string
}

/**
 * Joins the copies that share a database. What other copies commit from now on comes with the first look.
 * @throws errors of the connection
 */
export async function openPostgresLink(parts: {
  readonly place: PostgresPlace
  readonly self: CopySelf
  readonly log: Log
}): Promise<CopyLink> {
  const talker = new Talker(parts.place, parts.log)
  const { rows, connection } = await talker.ask<Omit<Looked, 'connection'>>(() => ({
    text: QUERIES.begin,
    values: [],
  }))
  const { name, host, process, version, contracts } = parts.self
  const self = [name, host, process, version, contracts]
  await talker.ask(() => ({ text: QUERIES.announce, values: self }))
  const [begin] = rows
  if (begin === undefined) throw new Error('PostgreSQL gave no snapshot')
  return new PostgresLink(parts, talker, { ...begin, connection })
}

function parsed(count: Counted): Counted {
  return { ...count, key: JSON.parse(count.key) as string }
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
