import readXlsxFile from 'read-excel-file/web-worker'
import { isEmptyRow, MOST_ROWS, UnreadableFile, type FileRow } from './file-rows.ts'
import { readDirectory, readEntry } from './zip-directory.ts'

export interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly rows: readonly FileRow[] }[]
  /** Day numbers count from 1904. */
  readonly is1904: boolean
}

/** A number of a cell as the file spells it: a JavaScript number can't have all its digits. */
class CellNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A wider sheet is no list. */
const MOST_COLUMNS = 500
/** A spreadsheet keeps fifteen digits of a number. */
const MOST_EXACT = 1e15

/**
 * Reads an .xlsx file. Dates become `yyyy-mm-dd hh:mm:ss`, on the clock of a place that the file doesn't name.
 * @throws UnreadableFile
 */
export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<Workbook> {
  const entries = readDirectory(bytes)
  const workbook = await readEntry(bytes, entries, 'xl/workbook.xml')
  const sheets = await readXlsxFile(bytes.buffer, {
    trim: false,
    parseNumber: (text) => new CellNumber(text),
  }).catch((error: unknown) => {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('sheet')
  })
  return {
    sheets: sheets.map(({ sheet, data }) => ({ name: sheet, rows: rowsOf(data) })),
    is1904: /date1904\s*=\s*"(?:1|true)"/i.test(workbook),
  }
}

function rowsOf(data: readonly (readonly unknown[])[]): FileRow[] {
  if (data.length > MOST_ROWS) throw new UnreadableFile('rows', MOST_ROWS)
  if ((data[0]?.length ?? 0) > MOST_COLUMNS) throw new UnreadableFile('columns', MOST_COLUMNS)
  const rows = data.flatMap((row, at) => {
    const cells = row.map(textOf)
    return isEmptyRow(cells) ? [] : [{ line: at + 1, cells }]
  })
  return rows
}

function textOf(cell: unknown): string {
  if (cell instanceof CellNumber) return numberText(cell.text)
  if (cell instanceof Date) return dateText(cell)
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  return typeof cell === 'string' ? cell : ''
}

/** A number that a spreadsheet has rounded keeps its exponent, so that nobody takes it for a code. */
function numberText(text: string): string {
  const number = Number(text)
  if (!Number.isFinite(number)) return text
  return Math.abs(number) < MOST_EXACT ? String(number) : number.toExponential().toUpperCase()
}

function dateText(date: Date): string {
  const [day = '', time = ''] = date.toISOString().slice(0, 19).split('T')
  return time === '00:00:00' ? day : `${day} ${time}`
}
