import type { DumpRow } from './sql-dump.ts'

/** The values of a row of a dump, by the names of its columns. */
export class DumpValues {
  readonly #row: DumpRow
  readonly #offset: number

  /** @param offset minutes by which the times of the dump are ahead of UTC */
  constructor(row: DumpRow, offset: number) {
    this.#row = row
    this.#offset = offset
  }

  /** The text of the first of these columns that the table has and that isn't NULL. Empty for none. */
  text(...columns: string[]): string {
    for (const column of columns) {
      const at = this.#row.columns.get(column)
      const value = at === undefined ? undefined : this.#row.values[at]
      if (value !== undefined && value !== null) return value
    }
    return ''
  }

  /** @returns undefined where there is no whole number */
  whole(...columns: string[]): number | undefined {
    const text = this.text(...columns).trim()
    if (!/^-?\d{1,15}(?:\.0*)?$/.test(text)) return undefined
    return Math.trunc(Number(text))
  }

  /** `n`, `0`, `no` and `off` are no; everything else that is there is yes. */
  flag(column: string, byDefault: boolean): boolean {
    const text = this.text(column).trim().toLowerCase()
    return text === '' ? byDefault : !['n', '0', 'no', 'off', 'false'].includes(text)
  }

  /** Unix seconds, of digits or of a date. null where there is none. */
  time(...columns: string[]): number | null {
    const text = this.text(...columns).trim()
    if (/^\d{1,12}$/.test(text)) return Number(text) === 0 ? null : Number(text)
    const parts = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d):(\d\d))?/.exec(text)
    if (parts === null) return null
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
      .slice(1)
      .map((part: string | undefined) => Number(part ?? 0))
    const seconds = Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - this.#offset * 60
    return year === 0 || Number.isNaN(seconds) || seconds < 0 ? null : seconds
  }
}

/** Most of these servers are in China. */
const CHINA_MINUTES = 8 * 60

/** Minutes by which a dump's times are ahead of UTC: mysqldump and phpMyAdmin say it at the beginning. */
export function offsetOf(head: string): number {
  const said = /SET (?:@@\w+\.)?TIME_ZONE\s*=\s*['"]([-+])(\d\d):(\d\d)['"]/i.exec(head)
  if (said === null) return CHINA_MINUTES
  const minutes = Number(said[2]) * 60 + Number(said[3])
  return said[1] === '-' ? -minutes : minutes
}

/** Cuts a text to so many characters. @returns whether it was longer, too */
export function cutTo(text: string, max: number): { text: string; isCut: boolean } {
  if (text.length <= max) return { text, isCut: false }
  // Not between the halves of a character.
  const end = /[\ud800-\udbff]/.test(text.charAt(max - 1)) ? max - 1 : max
  return { text: text.slice(0, end), isCut: true }
}
