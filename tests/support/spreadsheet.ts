import iconv from 'iconv-lite'
import Papa from 'papaparse'

/** How a person saves a file from a spreadsheet. */
export interface SavedAs {
  readonly separator: ',' | ';' | '\t'
  readonly encoding: 'utf8' | 'utf16-le' | 'gbk'
}

const NUMBER = /^\s*[$¥￥€£]?\s*(?:\d{1,3}(?:,\d{3})+|\d+|\d*\.\d+|\d+\.)(?:E[+-]?\d+)?\s*%?\s*$/i
const DAY = /^\s*(?:(\d{4})[-/](\d{1,2})[-/](\d{1,2})|(\d{1,2})[-/](\d{1,2})(?:[-/](\d{2,4}))?)\s*$/
const TIME = /^\s*\d{1,2}:\d{2}(?::\d{2})?\s*(?:[ap]m)?\s*$/i
const MONTH =
  /^\s*(?:\d{1,2}[\s-]?)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[\s-]?\d{1,4}\s*$/i
const FORMULA = /^\s*[=+\-@]/

/** A cell as a spreadsheet writes it back after it opened a file: numbers, dates and formulas change. */
function turned(cell: string): string {
  if (FORMULA.test(cell) && !/^-?\d+(?:\.\d+)?$/.test(cell)) return '#NAME?'
  if (NUMBER.test(cell)) {
    const number = Number(cell.replace(/[$¥￥€£,%\s]/g, ''))
    return Math.abs(number) >= 1e11 ? number.toExponential(5).replace('e', 'E') : String(number)
  }
  if (DAY.test(cell)) return '12/31/2026'
  if (TIME.test(cell)) return '10:30:00'
  if (MONTH.test(cell)) return '1-Mar'
  return /^\s*(?:true|false)\s*$/i.test(cell) ? cell.trim().toUpperCase() : cell
}

/** Opens a CSV file as a spreadsheet does, and saves it again. */
export function saveAgain(file: string, { separator, encoding }: SavedAs): Uint8Array {
  const { data } = Papa.parse<string[]>(file.replace(/^\uFEFF/, ''), { skipEmptyLines: true })
  const text = Papa.unparse(
    data.map((row) => row.map(turned)),
    { delimiter: separator },
  )
  return iconv.encode(text, encoding, { addBOM: encoding === 'utf16-le' })
}
