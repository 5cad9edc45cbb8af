import type { CodeRecord } from '../../../src-server/contract/records/code.ts'
import { writeCsv } from '../../host/csv.ts'

const HEADER = [
  'code',
  'application',
  'type',
  'state',
  'seconds',
  'left',
  'machine',
  'account',
  'ip',
  'first_used',
  'ends',
  'unbinds',
  'batch',
  'note',
  'created',
] as const

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at * 1000).toISOString()
}

/** A code a line, times in UTC, durations in seconds: for programs and spreadsheets, so in no language. */
export function codesCsv(codes: readonly CodeRecord[]): Uint8Array {
  return writeCsv(
    HEADER,
    codes.map((code) => [
      code.kami,
      code.app,
      code.type,
      code.state,
      code.seconds,
      code.left,
      code.markcode,
      code.account_key,
      code.ip,
      iso(code.use_time),
      iso(code.end_time),
      code.unbinds,
      code.batch,
      code.note,
      iso(code.created_at),
    ]),
  )
}
