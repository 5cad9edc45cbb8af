import Papa from 'papaparse'
import { withoutGuard } from '../../../src-server/contract/csv.ts'
import { MisplacedQuote } from './misplaced-quote.ts'

const SEPARATORS = [',', ';', '\t'] as const
/** Characters: no header row is longer. */
const HEAD = 10_000
/** The end of lines with CR LF in a file whose other lines end with LF. */
const RETURN = /\r+$/

/**
 * The rows of a file as spreadsheets save it, without empty ones. The separator is the one of comma,
 * semicolon and tab that gives the most columns in the first row. Lines end with CR LF, LF, or a mixture; or
 * all with CR.
 * @throws MisplacedQuote
 */
export function readCsv(text: string): string[][] {
  const newline = text.includes('\n') ? '\n' : '\r'
  const delimiter = separatorOf(text.slice(0, HEAD), newline)
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline })
  const misplaced = errors.find(({ type }) => type === 'Quotes')
  if (misplaced !== undefined) throw new MisplacedQuote(text.slice(0, misplaced.index).split(newline).length)
  return data
    .map((row) => row.map((cell) => withoutGuard(cell.replace(RETURN, ''))))
    .filter((row) => row.some((cell) => cell.trim() !== ''))
}

function separatorOf(head: string, newline: '\n' | '\r'): string {
  const counts = SEPARATORS.map((separator) => {
    const { data, errors } = Papa.parse<string[]>(head, { delimiter: separator, newline, preview: 1 })
    const isWrong = errors.some(({ type }) => type === 'Quotes')
    return { separator, count: isWrong ? 0 : (data[0]?.length ?? 0) }
  })
  return counts.reduce((most, other) => (other.count > most.count ? other : most)).separator
}
