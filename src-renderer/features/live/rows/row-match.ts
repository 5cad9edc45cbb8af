import { valueTest } from '../../../../src-server/contract/subjects/custom-values.ts'
import { readAsked } from '../../../subjects/custom-fields/field-questions.ts'
import { wordsOf, type LiveRow } from './live-row.ts'
import { bandOf } from './drawdown-spread.ts'
import { hasState, picksOf, type RowFilter } from './row-filter.ts'
import { valuesOf, type MemberValue, type RowMember } from './row-members.ts'

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
export function scopeOf({ picked, asked, watched }: RowFilter, world: RowWorld): Test {
  const tests = picksOf(picked).map(([member, value]) => pickTest(member, value, world))
  const question = readAsked(asked)
  if (question !== undefined) {
    const passes = valueTest(question)
    tests.push((row) => passes(row.fields[question.field]))
  }
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
  const { state, band } = filter
  const hasWords = wordTest(filter.text, world)
  return (row) => hasState(row, state) && (band === null || bandOf(row.drawdown) === band) && hasWords(row)
}
