import { addMoney, orderMoney, type CurrencySums } from './currency-sums.ts'
import { isPaused, type LiveRow } from './live-row.ts'
import { valuesOf, type MemberValue, type RowMember } from './row-members.ts'
import { mapInSlices, SLICE_ROWS, sortInSlices, type Slices } from './slices.ts'
import { badnessOf, type RowOrder, type SortKey } from './row-order.ts'

export interface GroupSums {
  accounts: number
  online: number
  positions: number
  critical: number
  paused: number
  /** The largest drawdown, percent. */
  drawdown: number | null
  /** The place of its worst account in the order of danger. */
  badness: number
  /** By currency, the main one first. */
  money: CurrencySums[]
}

/** The figures by which groups are sorted, besides the order of the rows. */
export const GROUP_SORTS = [
  'rows',
  'name',
  'accounts',
  'online',
  'equity',
  'balance',
  'floating',
  'positions',
  'drawdown',
  'critical',
  'paused',
] as const
export type GroupSort = (typeof GROUP_SORTS)[number]

export function isGroupSort(value: unknown): value is GroupSort {
  return GROUP_SORTS.some((sort) => sort === value)
}

export interface Grouping {
  readonly by: RowMember
  readonly sort: GroupSort
}

export interface RowGroup {
  readonly value: MemberValue
  readonly rows: readonly LiveRow[]
  readonly sums: GroupSums
}

/** The head of a group. Its accounts follow where it is open. */
export interface GroupLine extends RowGroup {
  readonly kind: 'group'
  readonly id: string
  readonly open: boolean
}
/** The sums of one currency of the group above, where it has several. */
export interface CurrencyLine {
  readonly kind: 'currency'
  readonly id: string
  readonly money: CurrencySums
}
export interface RowLine {
  readonly kind: 'row'
  /** The account's number. An account that is in several groups has another one in each further group. */
  readonly id: number | string
  readonly row: LiveRow
}
/** One line of the table. All are equally high. */
export type ShownLine = GroupLine | CurrencyLine | RowLine
export type LineId = ShownLine['id']

export function lineOf(row: LiveRow): RowLine {
  return { kind: 'row', id: row.id, row }
}

export function* sumsOf(rows: readonly LiveRow[], isDemo: (app: number) => boolean): Slices<GroupSums> {
  const sums: GroupSums = {
    accounts: rows.length,
    online: 0,
    positions: 0,
    critical: 0,
    paused: 0,
    drawdown: null,
    badness: 0,
    money: [],
  }
  let summed = 0
  for (const row of rows) {
    // Each group is a pause: a field may have a value of its own for each account.
    if (summed++ % SLICE_ROWS === 0) yield
    if (row.health === 'live') sums.online++
    if (row.risk === 'critical') sums.critical++
    if (isPaused(row)) sums.paused++
    sums.positions += row.positions ?? 0
    if (row.drawdown !== null && row.drawdown > (sums.drawdown ?? -1)) sums.drawdown = row.drawdown
    sums.badness = Math.max(sums.badness, badnessOf(row))
    addMoney(sums.money, row, isDemo(row.app))
  }
  orderMoney(sums.money)
  return sums
}

/** The rows in groups by a member, with the sums of each. Rows keep their order within a group. */
export function* groupRows(
  rows: readonly LiveRow[],
  by: RowMember,
  isDemo: (app: number) => boolean,
): Slices<RowGroup[]> {
  const of = valuesOf(by)
  const groups = new Map<string, LiveRow[]>()
  let placed = 0
  for (const row of rows) {
    if (++placed % SLICE_ROWS === 0) yield
    for (const value of of(row)) {
      const group = groups.get(value)
      if (group === undefined) groups.set(value, [row])
      else group.push(row)
    }
  }
  const found: RowGroup[] = []
  for (const [value, its] of groups) found.push({ value, rows: its, sums: yield* sumsOf(its, isDemo) })
  return found
}

type GroupFigure = (sums: GroupSums, desc: boolean) => number | null
/** Sums of several currencies can't be added: the one that the order puts first decides. */
function extreme(name: 'equity' | 'balance' | 'floating'): GroupFigure {
  return ({ money }, desc) => {
    const sums = money.map((one) => one[name])
    return desc ? Math.max(...sums) : Math.min(...sums)
  }
}
const FIGURES: Readonly<Partial<Record<GroupSort | SortKey, GroupFigure>>> = {
  accounts: ({ accounts }) => accounts,
  online: ({ online }) => online,
  equity: extreme('equity'),
  balance: extreme('balance'),
  floating: extreme('floating'),
  positions: ({ positions }) => positions,
  drawdown: ({ drawdown }) => drawdown,
  critical: ({ critical }) => critical,
  paused: ({ paused }) => paused,
  worst: ({ badness }) => badness,
}

/**
 * Groups by a figure, or by the figure of the rows' order; by name where groups have no such figure. Equal groups go by
 * name, and the group without a value comes last.
 */
export function* orderGroups(
  groups: readonly RowGroup[],
  sort: GroupSort,
  order: RowOrder,
  nameOf: (value: MemberValue) => string,
): Slices<RowGroup[]> {
  const key = sort === 'rows' ? order.key : sort
  const desc = sort === 'rows' ? order.desc : true
  const figure = FIGURES[key]
  const named = yield* mapInSlices(groups, (group) => ({
    group,
    name: nameOf(group.value),
    figure: figure?.(group.sums, desc) ?? null,
  }))
  const sorted = yield* sortInSlices(named, (a, b) => {
    if ((a.group.value === '') !== (b.group.value === '')) return a.group.value === '' ? 1 : -1
    if (a.figure !== b.figure) {
      if (a.figure === null) return 1
      if (b.figure === null) return -1
      return desc ? b.figure - a.figure : a.figure - b.figure
    }
    return a.name.localeCompare(b.name)
  })
  return yield* mapInSlices(sorted, ({ group }) => group)
}

/** The lines of the table. An account's line has its own number in its first group only. */
export function* linesOf(
  groups: readonly RowGroup[],
  isOpen: (value: MemberValue) => boolean,
): Slices<ShownLine[]> {
  const lines: ShownLine[] = []
  const placed = new Set<number>()
  for (const group of groups) {
    // A name with blanks can't be the id of an element.
    const id = `group-${encodeURIComponent(group.value)}`
    const open = isOpen(group.value)
    if (lines.length % SLICE_ROWS === 0) yield
    lines.push({ kind: 'group', id, open, ...group })
    if (group.sums.money.length > 1)
      for (const money of group.sums.money)
        lines.push({ kind: 'currency', id: `${id}-${money.currency}-${money.isDemo}`, money })
    if (!open) continue
    for (const row of group.rows) {
      lines.push({ kind: 'row', id: placed.has(row.id) ? `${row.id}-${id}` : row.id, row })
      placed.add(row.id)
      if (lines.length % SLICE_ROWS === 0) yield
    }
  }
  return lines
}
