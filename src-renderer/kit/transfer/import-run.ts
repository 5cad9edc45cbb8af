import { computed, ref, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import { isAbort } from '../../api/console-error.ts'
import { mapColumns, mapRows, type ImportColumn, type Mapping } from './import-column.ts'

/** The answer of an import's action. */
export interface ImportAnswer {
  readonly done: number
  readonly skipped: readonly { readonly row: number; readonly reason: string }[]
  /** Rows that contain the account number of an older account. */
  readonly same_number?: readonly {
    readonly row: number
    readonly account_key: string
    readonly others: readonly { readonly account_key: string }[]
  }[]
  /** Generated passwords, which are shown only now. */
  readonly passwords?: readonly { readonly row: number; readonly user: string; readonly password: string }[]
}

export interface ImportReport {
  readonly done: number
  /** By the line of the file, which counts from 1 with the header. */
  readonly skipped: readonly { readonly line: number; readonly reason: string }[]
  readonly passwords: readonly { readonly user: string; readonly password: string }[]
  readonly sameNumber: readonly { readonly line: number; readonly key: string; readonly others: string }[]
}

export type ImportStep = 'file' | 'mapping' | 'checking' | 'checked' | 'running' | 'done'

export interface ImportRun {
  readonly step: Readonly<Ref<ImportStep>>
  readonly header: Readonly<ShallowRef<readonly string[]>>
  /** The rows below the header. */
  readonly rows: Readonly<ShallowRef<readonly (readonly string[])[]>>
  readonly mapping: ShallowRef<Mapping>
  /** Required columns that the file lacks. */
  readonly missing: ComputedRef<readonly ImportColumn[]>
  /** The number of sent rows. */
  readonly sent: Readonly<Ref<number>>
  readonly report: Readonly<ShallowRef<ImportReport | undefined>>
  /** @throws MisplacedQuote */
  readonly take: (text: string) => Promise<void>
  readonly check: () => Promise<void>
  readonly run: () => Promise<void>
  readonly stop: () => void
  readonly reset: () => void
}

export type SendRows = (
  rows: readonly Record<string, unknown>[],
  dryRun: boolean,
  signal: AbortSignal,
) => Promise<ImportAnswer>

/** The same for rows of one application. */
export type SendInto = (
  order: { app: number; rows: Record<string, unknown>[]; dry_run: boolean },
  signal: AbortSignal,
) => Promise<ImportAnswer>

/** A file's steps into the store: read, matched to columns, checked, imported. @param chunk rows in a call */
export function useImportRun(
  columns: () => readonly ImportColumn[],
  send: SendRows,
  chunk: { readonly check: number; readonly take: number },
): ImportRun {
  const step = ref<ImportStep>('file')
  const header = shallowRef<readonly string[]>([])
  const rows = shallowRef<readonly (readonly string[])[]>([])
  const mapping = shallowRef<Mapping>({})
  const sent = ref(0)
  const report = shallowRef<ImportReport>()
  let running: AbortController | undefined

  function stop(): void {
    running?.abort()
  }
  async function take(text: string): Promise<void> {
    // Most people who open a list never import a file.
    const { readCsv } = await import('./read-csv.ts')
    const [names = [], ...rest] = readCsv(text)
    header.value = names
    rows.value = rest
    mapping.value = mapColumns(names, columns())
    step.value = 'mapping'
  }

  /** @throws the error of the call; rows imported until then are in the report */
  async function go(dryRun: boolean): Promise<void> {
    stop()
    const { signal } = (running = new AbortController())
    const before = step.value
    step.value = dryRun ? 'checking' : 'running'
    sent.value = 0
    const size = dryRun ? chunk.check : chunk.take
    const all = mapRows(rows.value, columns(), mapping.value)
    const found = {
      done: 0,
      skipped: [] as ImportReport['skipped'][number][],
      passwords: [] as ImportReport['passwords'][number][],
      sameNumber: [] as ImportReport['sameNumber'][number][],
    }
    try {
      for (let from = 0; from < all.length && !signal.aborted; from += size) {
        const answer = await send(all.slice(from, from + size), dryRun, signal)
        found.done += answer.done
        // The header is line 1.
        for (const { row, reason } of answer.skipped) found.skipped.push({ line: from + row + 2, reason })
        for (const { row, account_key: key, others } of answer.same_number ?? [])
          found.sameNumber.push({
            line: from + row + 2,
            key,
            others: others.map((other) => other.account_key).join(', '),
          })
        found.passwords.push(...(answer.passwords ?? []))
        sent.value = Math.min(from + size, all.length)
        report.value = { ...found }
      }
      step.value = dryRun ? 'checked' : 'done'
    } catch (error) {
      // Imported rows stay: their report, with its passwords, must not disappear.
      step.value = !dryRun && found.done > 0 ? 'done' : before
      if (!isAbort(error)) throw error
    }
  }

  return {
    step,
    header,
    rows,
    mapping,
    missing: computed(() =>
      columns().filter(({ key, required }) => required === true && (mapping.value[key] ?? -1) < 0),
    ),
    sent,
    report,
    take,
    check: () => go(true),
    run: () => go(false),
    stop,
    reset() {
      stop()
      step.value = 'file'
      header.value = []
      rows.value = []
      report.value = undefined
    },
  }
}
