import { offsetOf, DumpValues } from './dump-values.ts'
import type { BroughtRow, Place } from './item.ts'
import { applicationOf } from './php-application.ts'
import { accountOf, agentOf, codeOf, deviceOf, fileOf } from './php-rows.ts'
import { SqlDump, type DumpRow } from './sql-dump.ts'

interface Table {
  /** Tables are known by their columns: their names begin with any prefix. */
  readonly columns: readonly string[]
  readonly read: (values: DumpValues, place: Place) => BroughtRow
  /** The column that people know a row by. */
  readonly label: string
}

/** The original's tables that this server takes, the most particular ones first. */
const TABLES: readonly Table[] = [
  { columns: ['appkey', 'mi_type', 'name'], read: applicationOf, label: 'name' },
  { columns: ['kami', 'appid', 'km_time'], read: codeOf, label: 'kami' },
  { columns: ['file_url', 'appid'], read: fileOf, label: 'file_url' },
  { columns: ['mt5_login', 'mt5_server', 'appid'], read: deviceOf, label: 'mt5_login' },
  { columns: ['account_key', 'appid'], read: deviceOf, label: 'account_key' },
  { columns: ['user', 'pwd', 'appid'], read: accountOf, label: 'user' },
  { columns: ['uid', 'user', 'pwd'], read: agentOf, label: 'user' },
]
/** Without any columns the name alone says that the table would be taken. */
const KNOWN_NAME = /(?:^|_)(?:apps|appkm|appuser|appfile)$/i
const LABEL_LENGTH = 100

/** A dump of the original PHP system, read as it arrives. */
export class PhpDump {
  readonly #dump = new SqlDump((table, columns) =>
    columns === undefined ? KNOWN_NAME.test(table) : tableOf(columns) !== undefined,
  )
  readonly #offset: number
  /** The last rows' columns and their table: all rows of a statement have the same ones. */
  #last: { readonly columns: DumpRow['columns']; readonly table: Table | undefined } | undefined

  /** @param head the beginning of the file */
  constructor(head: string) {
    this.#offset = offsetOf(head)
  }

  get counts(): ReadonlyMap<string, number> {
    return this.#dump.counts
  }

  push(text: string): BroughtRow[] {
    return this.#rowsOf(this.#dump.push(text))
  }

  end(): BroughtRow[] {
    return this.#rowsOf(this.#dump.end())
  }

  #rowsOf(rows: readonly DumpRow[]): BroughtRow[] {
    return rows.flatMap((row) => {
      const table = this.#tableOf(row.columns)
      if (table === undefined) return []
      const values = new DumpValues(row, this.#offset)
      const label = values.text(table.label).slice(0, LABEL_LENGTH)
      return [table.read(values, { table: row.table, line: row.line, label })]
    })
  }

  #tableOf(columns: DumpRow['columns']): Table | undefined {
    if (this.#last?.columns !== columns) this.#last = { columns, table: tableOf([...columns.keys()]) }
    return this.#last.table
  }
}

function tableOf(columns: readonly string[]): Table | undefined {
  return TABLES.find((table) => table.columns.every((column) => columns.includes(column)))
}
