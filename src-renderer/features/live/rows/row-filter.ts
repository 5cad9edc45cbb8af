import { isClosing, isPaused, wordsOf, type LiveRow } from './live-row.ts'
import { bandOf } from './drawdown-spread.ts'
import { isRowMember, valuesOf, type MemberValue, type RowMember } from './row-members.ts'

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
export const ROW_STATES: readonly RowState[] = Object.keys(IS_IN).filter(isRowState)

export type Picked = Readonly<Partial<Record<RowMember, MemberValue>>>

export function picksOf(picked: Picked): [RowMember, MemberValue][] {
  return Object.entries(picked).flatMap(([member, value]) =>
    isRowMember(member) && value !== undefined ? [[member, value]] : [],
  )
}

/** What the table shows. `picked` and `watched` also bound the totals; the rest bounds the table only. */
export interface RowFilter {
  readonly state: RowState
  /** Index of a band of the drawdown spread. */
  readonly band: number | null
  readonly text: string
  /** A value of each member that accounts must have. */
  readonly picked: Picked
  /** Only the accounts on the person's watch list. */
  readonly watched: boolean
}

export const NO_FILTER: RowFilter = { state: 'all', band: null, text: '', picked: {}, watched: false }

export function isFiltered(filter: RowFilter): boolean {
  return (
    filter.state !== 'all' ||
    filter.band !== null ||
    filter.text.trim() !== '' ||
    filter.watched ||
    Object.keys(filter.picked).length > 0
  )
}

/** Facts outside of the rows that filters and sums need. */
export interface RowWorld {
  /** Whether an application's accounts are demo accounts, whose money is nobody's. */
  readonly isDemo: (app: number) => boolean
  /** An agent and all agents below it. */
  readonly withBelow: (agent: number) => ReadonlySet<number>
  /** The agents and the applications whose names contain a word in lower case. */
  readonly agentsNamed: (word: string) => ReadonlySet<number>
  readonly appsNamed: (word: string) => ReadonlySet<number>
  /** The accounts on the person's watch list. */
  readonly watched: ReadonlySet<number>
}

export function hasState(row: LiveRow, state: RowState): boolean {
  return IS_IN[state](row)
}

type Test = (row: LiveRow) => boolean

function pickTest(member: RowMember, value: MemberValue, world: RowWorld): Test {
  if (member === 'agent' && value !== '') {
    const agents = world.withBelow(Number(value))
    return (row) => row.agent !== null && agents.has(row.agent)
  }
  const of = valuesOf(member)
  return (row) => of(row).includes(value)
}

/** The test for the accounts whose totals are shown, prepared once for all rows. */
export function scopeOf({ picked, watched }: RowFilter, world: RowWorld): Test {
  const tests = picksOf(picked).map(([member, value]) => pickTest(member, value, world))
  if (watched) tests.push((row) => world.watched.has(row.id))
  return (row) => tests.every((passes) => passes(row))
}

/** Every word occurs somewhere in what the row holds, or in the name of its agent or application. */
function wordTest(text: string, world: RowWorld): Test {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const tests = words.map((word): Test => {
    const [agents, apps] = [world.agentsNamed(word), world.appsNamed(word)]
    return (row) =>
      wordsOf(row).includes(word) || apps.has(row.app) || (row.agent !== null && agents.has(row.agent))
  })
  return (row) => tests.every((passes) => passes(row))
}

/** The test for rows in scope, prepared once for all rows. */
export function matcherOf(filter: RowFilter, world: RowWorld): Test {
  const isIn: Test = IS_IN[filter.state]
  const hasWords = wordTest(filter.text, world)
  const { band } = filter
  return (row) => isIn(row) && (band === null || bandOf(row.drawdown) === band) && hasWords(row)
}
