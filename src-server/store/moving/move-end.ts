import type { ChainBreak } from '../../domain/audit/verify.ts'
import type { DataKey } from '../sealing.ts'
import type { MovedTable } from './row-text.ts'
import type { MovedLevel, TelemetryPage } from './telemetry-page.ts'

/** The main store, or the figures of accounts beside it. */
export type Part = 'main' | 'telemetry'

/** The progress of making longer steps, by level. undefined: it has not begun. */
export type MovedProgress = Readonly<Record<1 | 2, MovedLevel | undefined>>

/** Some rows as lines (row-text.ts). */
export type Lines = readonly string[]

/** The checks of the audit log and of the ledger. */
export interface Soundness {
  readonly auditRows: number
  /** undefined: the chain of the audit log is whole. */
  readonly auditBreak: ChainBreak | undefined
  /** The accounts of the ledger whose balance is not that of their transfers. */
  readonly wrongBalances: number
}

/** Reads the data at one side of a move. Nothing stays in memory but what is being read. */
export interface MoveReader {
  /** The tables of a part that both engines have. */
  tables(part: Part): readonly MovedTable[]
  /** The rows of a table in the order of their keys, some at a time. */
  rows(part: Part, table: MovedTable): AsyncIterable<Lines>
  /** The rows so far in which a NUL became another character, by table. */
  readonly changed: ReadonlyMap<string, number>
  /** The last number that was given out, by table with numbers. */
  lastNumbers(): Promise<ReadonlyMap<string, number>>
  /** The figures of accounts, page by page. */
  pages(): AsyncIterable<TelemetryPage>
  /** The number of pages, for the progress. */
  pageCount(): Promise<number>
  progress(): Promise<MovedProgress>
  soundness(): Promise<Soundness>
  dataKey(): Promise<DataKey | undefined>
}

/** The rows of a table on their way. */
export interface RowsOf {
  readonly table: MovedTable
  readonly rows: AsyncIterable<Lines>
}

/** The side that gets the data. Until `finish`, no server opens it. */
export interface MoveTarget {
  /** The data for people: a folder, or a database without its password. */
  readonly name: string
  readonly reader: MoveReader
  /**
   * Fills the main store: rows first, then what keeps them in order and finds them.
   * @param tables each after those that it refers to
   */
  fillMain(tables: AsyncIterable<RowsOf>, lastNumbers: ReadonlyMap<string, number>): Promise<void>
  fillTelemetry(
    rows: AsyncIterable<RowsOf>,
    pages: AsyncIterable<TelemetryPage>,
    progress: MovedProgress,
  ): Promise<void>
  /** Waits until all is there and on disk. */
  settle(): Promise<void>
  /** From now on, servers may open it. */
  finish(): Promise<void>
  close(): Promise<void>
}

/** The side that gives the data. Nobody else has it open. */
export interface MoveSource {
  readonly name: string
  readonly reader: MoveReader
  /** From now on, servers open this data only by force. @param to where the data is now, for people */
  markMoved(to: string): Promise<void>
  close(): Promise<void>
}
