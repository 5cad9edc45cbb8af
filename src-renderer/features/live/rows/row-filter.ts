import { isClosing, isPaused, type LiveRow } from './live-row.ts'
import { isRowMember, type MemberValue, type RowMember } from './row-members.ts'

/** The states that the table can be narrowed to, in the order of display, and which rows are in them. */
const IS_IN = {
  all: () => true,
  critical: (row) => row.risk === 'critical',
  warning: (row) => row.risk === 'warning',
  paused: isPaused,
  silent: (row) => row.health === 'silent',
  closing: isClosing,
  profit: (row) => (row.floating ?? 0) > 0,
  loss: (row) => (row.floating ?? 0) < 0,
} satisfies Record<string, (row: LiveRow) => boolean>
export type RowState = keyof typeof IS_IN

export function isRowState(value: unknown): value is RowState {
  return typeof value === 'string' && Object.hasOwn(IS_IN, value)
}
export function hasState(row: LiveRow, state: RowState): boolean {
  return IS_IN[state](row)
}
export const ROW_STATES: readonly RowState[] = Object.keys(IS_IN).filter(isRowState)

export type Picked = Readonly<Partial<Record<RowMember, MemberValue>>>

export function picksOf(picked: Picked): [RowMember, MemberValue][] {
  return Object.entries(picked).flatMap(([member, value]) =>
    isRowMember(member) && value !== undefined ? [[member, value]] : [],
  )
}

/** The filter of the table. `picked`, `asked` and `watched` also bound the totals; the rest bounds the table only. */
export interface RowFilter {
  readonly state: RowState
  /** Index of a band of the drawdown spread. */
  readonly band: number | null
  readonly text: string
  /** A value of each member that accounts must have. */
  readonly picked: Picked
  /** A question about a custom field, as the address has it. Empty for none. */
  readonly asked: string
  /** Only the accounts on the person's watch list. */
  readonly watched: boolean
}

export const NO_FILTER: RowFilter = {
  state: 'all',
  band: null,
  text: '',
  picked: {},
  asked: '',
  watched: false,
}

export function isFiltered(filter: RowFilter): boolean {
  return (
    filter.state !== 'all' ||
    filter.band !== null ||
    filter.text.trim() !== '' ||
    filter.watched ||
    filter.asked !== '' ||
    Object.keys(filter.picked).length > 0
  )
}
