import { formatDay, formatInteger, formatTime } from '../../i18n/format.ts'
import type { TextColumn } from '../../ui/table-column.ts'

/** A cell without a value. */
export const NOTHING = '—'

/** A column of a list. At most one of its members defines the cells; without one the cell is a slot. */
export interface ListColumn<R> extends Omit<TextColumn<R>, 'label' | 'title'> {
  /** By default the list finds the label by the key. */
  readonly label?: string
  /** The name of the row. */
  readonly name?: (row: R) => string
  /** A text with digits of equal width. A dash where it is empty. */
  readonly digits?: (row: R) => string
  readonly number?: (row: R) => number | null
  /** A text of digits at the end of the cell, such as a sum. A dash where it is empty. */
  readonly figure?: (row: R) => string
  /** Unix seconds. */
  readonly day?: (row: R) => number | null
  /** Unix seconds. */
  readonly time?: (row: R) => number | null
  /** The tooltip of the cell: another text, or `true` for its own text in full. */
  readonly title?: true | ((row: R) => string)
}

const QUIET_DIGITS = 'num text-ink-2'

/** `format` of a value, or a dash. */
function shown<R>(value: (row: R) => number | null, format: (value: number) => string): (row: R) => string {
  return (row) => {
    const found = value(row)
    return found === null ? NOTHING : format(found)
  }
}

function plain<R>({ text, name, digits, number, figure, day, time }: ListColumn<R>): Partial<TextColumn<R>> {
  if (name) return { text: name, look: 'font-semibold' }
  if (digits) return { text: (row) => digits(row) || NOTHING, look: QUIET_DIGITS }
  if (number) return { text: shown(number, formatInteger), look: 'num', align: 'end' }
  if (figure) return { text: (row) => figure(row) || NOTHING, look: 'num', align: 'end' }
  if (day) return { text: shown(day, formatDay), look: QUIET_DIGITS }
  if (time) return { text: shown(time, formatTime), look: QUIET_DIGITS }
  return text ? { text } : {}
}

/**
 * The columns as a table takes them.
 * @param labelOf the label of a column without one, by its key
 */
export function tableColumns<R>(
  columns: readonly ListColumn<R>[],
  labelOf: (key: string) => string,
): TextColumn<R>[] {
  return columns.map(({ title, label, ...column }) => {
    const own = column.text ?? column.name ?? column.digits
    const shownTitle = title === true ? own : title
    return {
      ...plain(column),
      ...column,
      label: label ?? labelOf(column.key),
      ...(shownTitle && { title: shownTitle }),
    }
  })
}
