import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import { isAbort } from '../../api/console-error.ts'
import type { ImportColumn } from './import-column.ts'
import { prepareRows, type PreparedRow } from './reading/prepare-rows.ts'
import { useImportFile, type ImportFile } from './use-import-file.ts'

/** The answer of an import's action. */
export interface ImportAnswer {
  readonly done: number
  /** The import's number, which its next piece names. */
  readonly import?: number | undefined
  readonly skipped: readonly { readonly row: number; readonly reason: string }[]
  /** Rows that change what exists. */
  readonly changes?: readonly number[]
  /** Rows that contain the account number of an older account. */
  readonly same_number?: readonly {
    readonly row: number
    readonly account_key: string
    readonly others: readonly { readonly account_key: string }[]
  }[]
  /** Generated passwords, which are shown only now. */
  readonly passwords?: readonly { readonly row: number; readonly user: string; readonly password: string }[]
}

/** A row of the file in the report, with what was understood. */
export interface ReportRow {
  readonly line: number
  readonly values: Readonly<Record<string, unknown>>
  /** The reason why the row is skipped. */
  readonly reason?: string
  /** The row changes what exists. */
  readonly isChange?: boolean
}

export interface ImportReport {
  readonly done: number
  /** Skipped rows first, then in the order of the file. */
  readonly rows: readonly ReportRow[]
  readonly passwords: readonly { readonly user: string; readonly password: string }[]
  readonly sameNumber: readonly { readonly line: number; readonly key: string; readonly others: string }[]
}

export type ImportStep = 'file' | 'reading' | 'mapping' | 'checking' | 'checked' | 'running' | 'done'

export interface ImportRun {
  readonly step: Readonly<Ref<ImportStep>>
  readonly file: ImportFile
  /** The number of handled rows, and of all. */
  readonly sent: Readonly<Ref<number>>
  readonly total: Readonly<Ref<number>>
  readonly report: Readonly<ShallowRef<ImportReport | undefined>>
  /** The number of the import, for its undo. */
  readonly number: Readonly<Ref<number | undefined>>
  /** @throws UnreadableFile */
  readonly take: (file: File, language: string) => Promise<void>
  readonly check: () => Promise<void>
  /** Imports exactly the rows that the check let pass. */
  readonly run: () => Promise<void>
  readonly stop: () => void
  /** Back to the columns of the same file. */
  readonly back: () => void
  readonly reset: () => void
}

/** The call that sends a piece of a file. */
export interface Piece {
  readonly dry_run: boolean
  /** The file's name. */
  readonly file: string
  /** The import that the piece continues. */
  readonly import?: number
  /** New rows of the previous pieces of a dry run. */
  readonly ahead: number
}

export type SendRows = (
  rows: readonly Record<string, unknown>[],
  piece: Piece,
  signal: AbortSignal,
) => Promise<ImportAnswer>

/** The same for rows of one application. */
export type SendInto = (
  order: { app: number; rows: Record<string, unknown>[] } & Piece,
  signal: AbortSignal,
) => Promise<ImportAnswer>

const MOST_NAME = 255

/** A file's steps into the store: read, matched to columns, checked, imported. @param chunk rows in a call */
export function useImportRun(
  columns: () => readonly ImportColumn[],
  send: SendRows,
  chunk: { readonly check: number; readonly take: number },
): ImportRun {
  const file = useImportFile(columns)
  const step = ref<ImportStep>('file')
  const sent = ref(0)
  const total = ref(0)
  const report = shallowRef<ImportReport>()
  const number = ref<number>()
  let running: AbortController | undefined
  /** The rows of the last check. */
  let checked: readonly PreparedRow[] = []

  function stop(): void {
    running?.abort()
  }
  function begin(): AbortSignal {
    stop()
    running = new AbortController()
    return running.signal
  }

  /** Sends rows in pieces. @param tell gets each answer with the rows of its piece */
  async function sendAll(
    rows: readonly PreparedRow[],
    how: { readonly dryRun: boolean; readonly signal: AbortSignal },
    tell: (answer: ImportAnswer, piece: readonly PreparedRow[]) => void,
  ): Promise<void> {
    const size = how.dryRun ? chunk.check : chunk.take
    let ahead = 0
    sent.value = 0
    total.value = rows.length
    for (let from = 0; from < rows.length; from += size) {
      how.signal.throwIfAborted()
      const piece = rows.slice(from, from + size)
      const answer = await send(
        piece.map(({ values }) => ({ ...values })),
        {
          dry_run: how.dryRun,
          file: file.name.value.slice(0, MOST_NAME),
          ahead,
          ...(number.value !== undefined && { import: number.value }),
        },
        how.signal,
      )
      ahead += answer.done - (answer.changes?.length ?? 0)
      if (answer.import !== undefined) number.value = answer.import
      sent.value = Math.min(from + size, rows.length)
      tell(answer, piece)
    }
  }

  async function go(
    dryRun: boolean,
    rowsOf: (signal: AbortSignal) => Promise<readonly PreparedRow[]>,
  ): Promise<void> {
    const signal = begin()
    const before = step.value
    step.value = dryRun ? 'checking' : 'running'
    const found = new Findings(
      dryRun ? [] : (report.value?.rows.filter(({ reason }) => reason !== undefined) ?? []),
    )
    try {
      const all = await rowsOf(signal)
      found.refuse(all)
      const good = all.filter(({ problem }) => problem === undefined)
      await sendAll(good, { dryRun, signal }, (answer, piece) => {
        found.add(answer, piece)
      })
      report.value = found.report()
      if (dryRun) checked = found.passed
      step.value = dryRun ? 'checked' : 'done'
    } catch (error) {
      // Imported rows stay: their report, with its passwords, must not disappear.
      const isPartlyDone = !dryRun && found.done > 0
      if (isPartlyDone) report.value = found.report()
      step.value = isPartlyDone ? 'done' : before
      if (!isAbort(error)) throw error
    }
  }

  return {
    step,
    file,
    sent,
    total,
    report,
    number,
    async take(chosen, language) {
      const signal = begin()
      step.value = 'reading'
      try {
        await file.open(chosen, language, signal)
        step.value = 'mapping'
      } catch (error) {
        step.value = 'file'
        if (!isAbort(error)) throw error
      }
    },
    check: () => go(true, (signal) => prepareRows(file.rows.value, columns(), file.sense.value, signal)),
    run: () => go(false, () => Promise.resolve(checked)),
    stop,
    back() {
      step.value = 'mapping'
      report.value = undefined
    },
    reset() {
      stop()
      step.value = 'file'
      report.value = undefined
      number.value = undefined
      file.close()
    },
  }
}

/** Collects what the pieces of a file answer. */
class Findings {
  done = 0
  /** The rows that the server let pass. */
  readonly passed: PreparedRow[] = []
  readonly #refused: ReportRow[]
  readonly #good: ReportRow[] = []
  readonly #passwords: ImportReport['passwords'][number][] = []
  readonly #sameNumber: ImportReport['sameNumber'][number][] = []

  /** @param refused rows of the check that the import leaves out */
  constructor(refused: readonly ReportRow[]) {
    this.#refused = [...refused]
  }

  /** Rows that the file's reader refuses. */
  refuse(rows: readonly PreparedRow[]): void {
    for (const { line, values, problem } of rows)
      if (problem !== undefined) this.#refused.push({ line, values, reason: problem })
  }

  add(answer: ImportAnswer, piece: readonly PreparedRow[]): void {
    const reasons = new Map(answer.skipped.map(({ row, reason }) => [row, reason]))
    const changes = new Set(answer.changes)
    for (const [row, prepared] of piece.entries()) {
      const { line, values } = prepared
      const reason = reasons.get(row)
      if (reason !== undefined) this.#refused.push({ line, values, reason })
      else {
        this.#good.push({ line, values, ...(changes.has(row) && { isChange: true }) })
        this.passed.push(prepared)
      }
    }
    for (const { row, account_key: key, others } of answer.same_number ?? [])
      this.#sameNumber.push({
        line: piece[row]?.line ?? 0,
        key,
        others: others.map((other) => other.account_key).join(', '),
      })
    this.#passwords.push(...(answer.passwords ?? []))
    this.done += answer.done
  }

  report(): ImportReport {
    const byLine = (a: ReportRow, b: ReportRow) => a.line - b.line
    return {
      done: this.done,
      rows: [...this.#refused.toSorted(byLine), ...this.#good],
      passwords: [...this.#passwords],
      sameNumber: [...this.#sameNumber],
    }
  }
}
