import type { Change } from './changes.ts'

/** The longest packet, characters of ASCII. PostgreSQL takes notifications below 8000 bytes. */
export const PACKET_LENGTH = 7900

/** A process of the server, as it describes itself to the others. */
export interface CopySelf {
  /** Random, made at each start. Letters and digits. */
  readonly name: string
  /** The machine's name. */
  readonly host: string
  readonly process: number
  readonly version: string
  /** The number of migrations that its version knows and that take something away from older versions. */
  readonly contracts: number
}

/** A process of the server, as the store knows it. */
export interface CopyRow extends Omit<CopySelf, 'contracts'>, CopySign {
  /** Unix seconds, by the clock of the database. */
  readonly startedAt: number
  /** Milliseconds since its last heartbeat. */
  readonly silentMs: number
}

/** The state of a copy, as its heartbeat tells it. */
export interface CopySign {
  /** The delay of its memory behind the database, milliseconds. */
  readonly lagMs: number
  /** The lead of its clock over the database's, whole milliseconds. */
  readonly clockMs: number
}

/** A part of what other copies committed. */
export interface Look {
  readonly changes: readonly Change[]
  /** Whether these are the last ones that were committed when the first part was read. */
  readonly isLast: boolean
}

/** The answer to a heartbeat. */
export interface Beat {
  /** The copies that were alive in the last minutes, this one too. */
  readonly copies: readonly CopyRow[]
  /** The time of the database, Unix milliseconds. */
  readonly at: number
}

/** The count of a key of a limit. `key` is any text. */
export interface Counted {
  readonly limit: string
  readonly key: string
  /** The begin of the span, Unix seconds. */
  readonly from: number
  readonly used: number
  /** The moment of this count by the database's clock, Unix seconds with their fraction: of two counts, the later one is right. */
  readonly at: number
}

export interface Counting extends Omit<Counted, 'at'> {
  /** Takes that the store doesn't know yet; negative where some were given back. */
  readonly used: number
  /** The length of a span. */
  readonly seconds: number
}

/** Receives the signs of other copies. */
export interface LinkHearer {
  /** Another copy committed changes. */
  changed(): void
  /** Another copy runs. */
  alive(copy: string): void
  /** A packet, in the order of sending. */
  packet(copy: string, text: string): void
  /** Everything before may be lost: the connection was away. */
  missed(): void
}

/** Changes from so long ago are forgotten already: a copy that sleeps longer can't follow any more. */
export class ChangesForgotten extends Error {
  override readonly name = 'ChangesForgotten'
}

/**
 * The way between the copies of a server: their common database. Calls reject while it is away, and the next ones try
 * again.
 */
export interface CopyLink {
  readonly self: CopySelf
  /** Begins to hear, and goes on by itself after each loss of the connection. */
  open(hearer: LinkHearer): void
  /** Tells the others that changes were committed. */
  hint(): Promise<void>
  /** @param packets at most PACKET_LENGTH characters of ASCII each */
  send(packets: readonly string[]): Promise<void>
  /**
   * The changes that other copies committed since the last look, in parts that take no long time each. Some may come
   * twice; none is left out, however late its transaction committed.
   * @throws ChangesForgotten
   */
  look(): Promise<Look>
  /** Says that this copy runs. */
  beat(sign: CopySign): Promise<Beat>
  /** Adds to counts. @returns the counts of all copies together */
  count(counts: readonly Counting[]): Promise<readonly Counted[]>
  /** The counts of spans that last; the one that ends last comes first. */
  counts(now: number, most: number): Promise<readonly Counted[]>
  /** Deletes what nobody needs any more. @param now Unix seconds by this copy's clock */
  tidy(now: number): Promise<void>
  close(): Promise<void>
}
