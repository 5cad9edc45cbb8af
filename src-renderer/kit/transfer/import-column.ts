import { momentOf } from '../../i18n/zone.ts'
/** A column of an import. */
export interface ImportColumn {
  /** The member that it becomes. */
  readonly key: string
  readonly label: string
  /** Other names of the column in a file, in lower case. */
  readonly names?: readonly string[]
  readonly required?: boolean
  /** A cell's text as the server's value. An invalid text stays text, and the server refuses it. */
  readonly read?: (text: string) => unknown
}

/** The column of each member in the file; -1 is none. */
export type Mapping = Readonly<Record<string, number>>

/** Columns are found by the members' own names, or by other names. */
export function mapColumns(header: readonly string[], columns: readonly ImportColumn[]): Mapping {
  const names = header.map((name) => name.trim().toLowerCase())
  return Object.fromEntries(
    columns.map((column) => {
      const wanted = [column.key, column.label.toLowerCase(), ...(column.names ?? [])]
      return [column.key, names.findIndex((name) => wanted.includes(name))]
    }),
  )
}

/** The file's rows as objects; an empty cell is no member. */
export function mapRows(
  rows: readonly (readonly string[])[],
  columns: readonly ImportColumn[],
  mapping: Mapping,
): Record<string, unknown>[] {
  return rows.map((row) =>
    Object.fromEntries(
      columns.flatMap(({ key, read }): [string, unknown][] => {
        const text = row[mapping[key] ?? -1]?.trim() ?? ''
        return text === '' ? [] : [[key, read === undefined ? text : read(text)]]
      }),
    ),
  )
}

export function readWhole(text: string): unknown {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text
}

const YES = new Set(['true', '1', 'yes', 'y', '是'])
const NO = new Set(['false', '0', 'no', 'n', '否'])

export function readYesNo(text: string): unknown {
  const given = text.toLowerCase()
  return YES.has(given) ? true : NO.has(given) ? false : text
}

const FOREVER = new Set(['permanent', 'forever', 'never', '永久'])
/** An ISO 8601 time that names no zone: it is in the viewer's. */
const LOCAL_TIME = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2}))?$/
const DAY = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/

function readLocalTime(text: string): number | undefined {
  const parts = LOCAL_TIME.exec(text)?.slice(1) ?? []
  const [year = NaN, month = NaN, day = NaN, hour = NaN, minute = NaN, second = 0] = parts.map(
    (part: string | undefined) => Number(part ?? 0),
  )
  const isTime = month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 24 && minute < 60 && second < 60
  return isTime ? momentOf(year, month, day, hour, minute, second) : undefined
}

/** Unix seconds; a day, which ends at its end in the viewer's zone; an ISO 8601 time; or permanent. */
export function readTime(text: string, forever: number): unknown {
  if (FOREVER.has(text.toLowerCase())) return forever
  if (/^\d{1,12}$/.test(text)) return Number(text)
  const [year = NaN, month = NaN, date = NaN] = DAY.exec(text)?.slice(1).map(Number) ?? []
  const at = DAY.test(text)
    ? momentOf(year, month, date, 23, 59, 59)
    : (readLocalTime(text) ?? Math.floor(Date.parse(text.replace(' ', 'T')) / 1000))
  return Number.isNaN(at) ? text : at
}
