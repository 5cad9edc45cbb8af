import type { FleetGroupRecord } from '../../../src-server/contract/records/fleet.ts'
import { writeCsv } from '../../host/csv.ts'
import type { ListColumn } from '../../kit/list/list-column.ts'
import { count, money, percent, signedMoney } from '../../subjects/figures/figures.ts'
import type { TableSort } from '../../ui/table-column.ts'
import { ratePercent } from './fleet-words.ts'

export interface NamedGroup extends FleetGroupRecord {
  readonly name: string
}

/** The figures of a group in the order of its columns and of its file. */
const FIGURES = [
  'accounts',
  'online',
  'equity',
  'floating',
  'profit',
  'realised',
  'rate',
  'drawdown',
  'critical',
] as const satisfies (keyof FleetGroupRecord)[]
type Figure = (typeof FIGURES)[number]

const whole = (value: number | null) => money(value, 0)
const signed = (value: number | null) => signedMoney(value, 0)
const FORMATS: Readonly<Record<Figure, (value: number | null) => string>> = {
  accounts: count,
  online: count,
  equity: whole,
  floating: signed,
  profit: signed,
  realised: signed,
  rate: ratePercent,
  drawdown: (value) => percent(value, 1),
  critical: count,
}
/** The first columns to go in a narrow window. */
const DROPS: Readonly<Partial<Record<Figure, 1 | 2>>> = { realised: 1, online: 2 }

export const groupColumns: readonly ListColumn<NamedGroup>[] = [
  { key: 'name', sort: 'name', width: 'max-w-56' },
  ...FIGURES.map((key) => ({
    ...{ key, sort: key, figure: (row: NamedGroup) => FORMATS[key](row[key]) },
    ...(DROPS[key] !== undefined && { drop: DROPS[key] }),
  })),
]

/** Groups without the figure come last. */
export function sortGroups(rows: readonly NamedGroup[], { by, desc }: TableSort): NamedGroup[] {
  const sign = desc ? -1 : 1
  const figure = FIGURES.find((one) => one === by)
  if (figure === undefined) return rows.toSorted((a, b) => sign * a.name.localeCompare(b.name))
  return rows.toSorted((a, b) => {
    const [one, other] = [a[figure], b[figure]]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return sign * (one - other) || a.name.localeCompare(b.name)
  })
}

/** Raw figures, as a script reads them. */
export function groupsFile(rows: readonly NamedGroup[], currency: string): Uint8Array {
  return writeCsv(
    ['group', 'currency', ...FIGURES],
    rows.map((row) => [row.name, currency, ...FIGURES.map((figure) => row[figure])]),
  )
}
