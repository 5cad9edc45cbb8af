import type { FieldMember } from '../../../subjects/custom-fields/field-member.ts'
import type { Locale } from '../../../i18n/locales.ts'
import type { SortKey } from '../rows/row-order.ts'

interface ColumnOf<I extends string> {
  readonly id: I
  /** Least width, px. */
  readonly width: number
  /** Columns with the highest number go first when the window is narrow; 0 always stays. */
  readonly priority: number
  /** Share of the width that is left over. */
  readonly grow: number
  readonly align: 'start' | 'end'
  readonly sort: SortKey | null
  /** Visible only after the person switches it on. */
  readonly extra: boolean
}
type Rest = Partial<Pick<ColumnOf<string>, 'grow' | 'align' | 'sort' | 'extra'>>

function column<const I extends string>(
  id: I,
  width: number,
  priority: number,
  rest: Rest = {},
): ColumnOf<I> {
  return { id, width, priority, grow: 0, align: 'start', sort: null, extra: false, ...rest }
}
const extra = <const I extends string>(id: I, width: number, rest: Rest = {}) =>
  column(id, width, 15, { extra: true, ...rest })

/** In the order of display. */
export const COLUMNS = [
  column('select', 34, 0),
  column('health', 30, 0, { sort: 'worst' }),
  column('account', 142, 0, { grow: 1, sort: 'account' }),
  column('label', 94, 4, { grow: 3, sort: 'label' }),
  column('server', 148, 8, { grow: 2, sort: 'server' }),
  column('app', 104, 12, { grow: 1, sort: 'app' }),
  column('agent', 96, 14, { sort: 'agent' }),
  extra('license', 132),
  extra('tags', 120, { grow: 1 }),
  extra('note', 140, { grow: 1 }),
  extra('version', 76),
  column('symbol', 84, 11, { sort: 'symbol' }),
  extra('currency', 72),
  extra('leverage', 74, { align: 'end' }),
  column('balance', 106, 9, { align: 'end', sort: 'balance' }),
  column('equity', 106, 0, { align: 'end', sort: 'equity' }),
  column('floating', 104, 0, { align: 'end', sort: 'floating' }),
  extra('day_profit', 104, { align: 'end' }),
  column('drawdown', 132, 0, { align: 'end', sort: 'drawdown' }),
  column('margin', 84, 5, { align: 'end', sort: 'margin' }),
  column('positions', 86, 3, { align: 'end', sort: 'positions' }),
  extra('pending_orders', 86, { align: 'end' }),
  column('trend', 104, 7, { grow: 1 }),
  column('vip', 88, 13, { sort: 'vip' }),
  column('pause', 226, 2),
  column('close', 102, 1, { sort: 'closing' }),
  column('seen', 64, 6, { align: 'end', sort: 'seen' }),
]

export type OwnColumnId = (typeof COLUMNS)[number]['id']
export type ColumnId = OwnColumnId | FieldMember
/** A column of the live table. */
export type Column = ColumnOf<ColumnId>

/** px: the widths of columns whose words are shorter in a language than in English. */
const SHORTER: Readonly<Partial<Record<Locale, Readonly<Partial<Record<OwnColumnId, number>>>>>> = {
  'zh-CN': { pause: 146 },
}

/** All columns: the table's own, and one for each field that the vendor defined. */
export function columnsWith(fields: readonly number[], locale: Locale): readonly Column[] {
  const at = COLUMNS.findIndex(({ id }) => id === 'version')
  const own: readonly Column[] = fields.map((field) => extra(`field-${field}`, 110))
  const fitted = COLUMNS.map((one): Column => ({ ...one, width: SHORTER[locale]?.[one.id] ?? one.width }))
  return [...fitted.slice(0, at), ...own, ...fitted.slice(at)]
}

/** Columns nobody can switch off: without them a row says not which account it is, or how it does. */
export function isFixed(column: Column): boolean {
  return column.priority === 0
}

/** The bounds of a width that a person may choose, px. */
export const WIDTHS = { least: 40, most: 600 } as const
