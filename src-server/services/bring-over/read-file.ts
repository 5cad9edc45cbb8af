import type { BringSystem } from '../../contract/bring-over-names.ts'
import { readKeyauth } from '../../domain/bring-over/keyauth.ts'
import { readKeygen } from '../../domain/bring-over/keygen.ts'
import type { BroughtRow } from '../../domain/bring-over/item.ts'
import { PhpDump } from '../../domain/bring-over/php-dump.ts'
import { DumpError } from '../../domain/bring-over/sql-lexer.ts'
import { openText, type FileText } from './file-text.ts'

/** JSON is read as a whole. */
const LONGEST_JSON = 64 * 2 ** 20
/** Rows of JSON that are handed on at a time. */
const ROWS = 500

export type RowsOf = AsyncGenerator<readonly BroughtRow[], ReadonlyMap<string, number>>

/**
 * The rows of a file of another system, as they are read.
 * @returns the number of rows of each table
 * @throws DumpError with the line, where the file is no such file
 */
export async function* readFileRows(system: BringSystem, bytes: AsyncIterable<Uint8Array>): RowsOf {
  const text = await openText(bytes)
  if (system !== 'php') return yield* readJson(system === 'keyauth' ? readKeyauth : readKeygen, text)
  const dump = new PhpDump(text.head)
  for await (const piece of text.pieces) {
    const rows = dump.push(piece)
    if (rows.length > 0) yield rows
  }
  yield dump.end()
  if (dump.counts.size === 0) throw new DumpError(1, 'the file has no rows of tables: it is no MySQL dump')
  return dump.counts
}

async function* readJson(read: (json: unknown) => BroughtRow[] | undefined, text: FileText): RowsOf {
  let whole = ''
  for await (const piece of text.pieces) {
    whole += piece
    if (whole.length > LONGEST_JSON) throw new DumpError(1, 'the file is longer than 64 MB')
  }
  const rows = read(parse(whole.replace(/^\uFEFF/, '')))
  if (rows === undefined) throw new DumpError(1, 'the JSON has no licences and no users of this system')
  for (let at = 0; at < rows.length; at += ROWS) yield rows.slice(at, at + ROWS)
  const counts = new Map<string, number>()
  for (const { place } of rows) counts.set(place.table, (counts.get(place.table) ?? 0) + 1)
  return counts
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const place = /position (\d+)/.exec(String(error))
    const before = text.slice(0, place === null ? 0 : Number(place[1]))
    throw new DumpError(before.split('\n').length, 'this is no JSON')
  }
}
