import type { FleetGroupRecord } from '../../../src-server/contract/records/fleet.ts'
import type { ListColumn } from '../../kit/list/list-column.ts'
import { count, money, percent, signedMoney } from '../../subjects/figures/figures.ts'
import { profitTone, ratePercent } from '../../subjects/figures/profit.ts'

export interface NamedGroup extends FleetGroupRecord {
  readonly name: string
}

/** The figures of a group in the order of its columns and of its file. */
export const GROUP_FIGURES = [
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
type Figure = (typeof GROUP_FIGURES)[number]

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
const TONES: Readonly<Partial<Record<Figure, (row: NamedGroup) => string>>> = {
  profit: ({ profit }) => profitTone(profit),
  rate: ({ rate }) => profitTone(rate),
  critical: ({ critical }) => (critical > 0 ? 'font-semibold text-crit' : 'text-ink-3'),
}
/** The first columns to go in a narrow window. */
const DROPS: Readonly<Partial<Record<Figure, 1 | 2>>> = { realised: 1, online: 2 }

export const groupColumns: readonly ListColumn<NamedGroup>[] = [
  { key: 'name', sort: 'name', width: 'max-w-56' },
  ...GROUP_FIGURES.map((key) => ({
    ...{ key, sort: key, figure: (row: NamedGroup) => FORMATS[key](row[key]) },
    ...(TONES[key] !== undefined && { tone: TONES[key] }),
    ...(DROPS[key] !== undefined && { drop: DROPS[key] }),
  })),
]
