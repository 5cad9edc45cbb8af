import type { BringReport, LeftRowRecord } from '../../contract/records/bring-over.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { BroughtRow } from '../../domain/bring-over/item.ts'
import type { BringOrder, BringParts } from './bring-parts.ts'
import { Destinations } from './destinations.ts'
import { readFileRows, type RowsOf } from './read-file.ts'
import { ReportBuilder } from './report-builder.ts'
import { RowTaker } from './row-taker.ts'
import { applicationsOf, Survey } from './survey.ts'

export interface BringOutcome {
  readonly report: BringReport
  readonly left: readonly LeftRowRecord[]
  /** Whether it was stopped before its end. */
  readonly stopped: boolean
}

/** Rows in one unit of work: an import must not delay the logins of programs. */
const CHUNK = 500

/**
 * Brings the rows of a file over, or says what that would do. Each step is whole: what is here after a crash is left out by
 * the next run of the same file.
 * @param open reads the file from its beginning; it is read twice
 * @throws DumpError where the file can't be read
 */
export async function bringOver(
  parts: BringParts,
  actor: Actor,
  order: BringOrder,
  open: () => AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<BringOutcome> {
  const survey = new Survey()
  const counts = await eachRow(readFileRows(order.system, open()), (rows) => {
    for (const row of rows) survey.look(row)
    return Promise.resolve(signal?.aborted !== true)
  })
  const report = new ReportBuilder()
  const destinations = new Destinations(parts, actor, order, survey, report)
  if (counts !== undefined) {
    await destinations.prepare()
    const taker = new RowTaker(parts, actor, order, destinations, report)
    let waiting: BroughtRow[] = []
    const takeAll = async (least: number) => {
      while (waiting.length >= least && waiting.length > 0 && signal?.aborted !== true) {
        await taker.take(waiting.slice(0, CHUNK))
        waiting = waiting.slice(CHUNK)
      }
      return signal?.aborted !== true
    }
    await eachRow(readFileRows(order.system, open()), (rows) => {
      waiting = waiting.concat(rows)
      return takeAll(CHUNK)
    })
    await takeAll(0)
  }
  const find = (app: number) => parts.registry.find(app)?.settings
  return {
    report: report.report(
      counts ?? new Map<string, number>(),
      applicationsOf(survey, find, destinations.became),
    ),
    left: report.rows,
    stopped: signal?.aborted === true,
  }
}

/** @param work false ends the walk @returns the rows of each table; undefined where the walk was ended */
async function eachRow(
  rows: RowsOf,
  work: (rows: readonly BroughtRow[]) => Promise<boolean>,
): Promise<ReadonlyMap<string, number> | undefined> {
  for (;;) {
    const next = await rows.next()
    if (next.done === true) return next.value
    if (!(await work(next.value))) {
      await rows.return(new Map())
      return undefined
    }
  }
}
