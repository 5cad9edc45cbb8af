import fc from 'fast-check'
import { DAY, HOUR, UNLIMITED } from './licence-model.ts'
import type { RecordChoice } from './vendor-acts.ts'

/** A number that picks an item of a list of any length. */
type Pick = number

export type CodeUnit = 'hour' | 'day' | 'week' | 'month'
export const UNIT_SECONDS: Readonly<Record<CodeUnit, number>> = {
  hour: HOUR,
  day: DAY,
  week: 7 * DAY,
  month: 30 * DAY,
}

export type Worth =
  | { readonly type: 'time' | 'vip'; readonly unit: CodeUnit; readonly amount: number }
  | { readonly type: 'permanent' | 'vip' }
  | { readonly type: 'count' | 'points'; readonly amount: number }

/** A code before the first step: new, or used for a trading account of another server. */
export interface FirstCode {
  readonly worth: Worth
  readonly agent: boolean
  readonly usedFor: Pick | null
  readonly seats?: number
}

export type Step =
  | { readonly do: 'login' | 'unmachine'; readonly code: Pick; readonly place: Pick }
  | { readonly do: 'together' | 'mt5logon' | 'pulse'; readonly account: Pick }
  | { readonly do: 'pass'; readonly seconds: number }
  | { readonly do: 'extend' | 'end'; readonly code: Pick; readonly seconds: number }
  | { readonly do: 'convert'; readonly code: Pick; readonly worth: Worth }
  | { readonly do: 'disable' | 'recycle'; readonly code: Pick; readonly choice: RecordChoice }
  | {
      readonly do: 'enable' | 'restore' | 'unbind' | 'note' | 'attribute' | 'askUnbind' | 'approveUnbind'
      readonly code: Pick
    }
  | { readonly do: 'resize'; readonly code: Pick; readonly seats: number }
  | { readonly do: 'crowd'; readonly code: Pick }
  | { readonly do: 'create' | 'setEnd' | 'lengthen'; readonly account: Pick; readonly seconds: number }
  | { readonly do: 'permit' | 'stop' | 'go' | 'license' | 'recordAgent'; readonly account: Pick }
  | { readonly do: 'delete'; readonly account: Pick; readonly codes: 'spent' | 'free' }
  | { readonly do: 'move' | 'rebind'; readonly account: Pick; readonly to: Pick }
  | { readonly do: 'free' | 'several' | 'rename' | 'restart' }

export interface History {
  /** The steps name exactly the codes that they mean. */
  readonly isExact?: boolean
  /** The number of trading accounts. */
  readonly accounts: number
  readonly deviceCheck: boolean
  readonly autoTrial: boolean
  readonly codes: readonly FirstCode[]
  readonly steps: readonly Step[]
}

const pick = fc.nat(11)
const unit = fc.constantFrom<CodeUnit>('hour', 'day', 'week', 'month')
const amount = fc.integer({ min: 1, max: 12 })
const uses = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.constant(UNLIMITED))

const seats = fc.integer({ min: 1, max: 3 })

const worth: fc.Arbitrary<Worth> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant('time'), unit, amount }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('vip'), unit, amount }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('vip') }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('permanent') }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('count'), amount: uses }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('points'), amount }) },
)

const firstCode: fc.Arbitrary<FirstCode> = fc.record({
  worth,
  agent: fc.boolean(),
  usedFor: fc.option(pick, { freq: 8 }),
  seats: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, { weight: 2, arbitrary: seats }),
})

/** Ends and extensions are within the life of codes, so that steps come before and after an end. */
const seconds = fc.constantFrom(1, HOUR, 5 * HOUR, DAY, 3 * DAY, 10 * DAY, 30 * DAY)
const signed = fc.tuple(seconds, fc.boolean()).map(([size, isLess]) => (isLess ? -size : size))
const choice = fc.constantFrom<RecordChoice>('take_back', 'take_back', 'end', 'keep')

const step = (of: Step['do'], rest: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc.record({ do: fc.constant(of), ...rest }) as unknown as fc.Arbitrary<Step>

/** Steps that move time to a record and back. */
const moneySteps = [
  { weight: 16, arbitrary: step('login', { code: pick, place: fc.constantFrom(0, 2, 2, 2, 3, 4) }) },
  { weight: 1, arbitrary: step('together', { account: pick }) },
  { weight: 6, arbitrary: step('pass', { seconds }) },
  { weight: 4, arbitrary: step('extend', { code: pick, seconds: signed }) },
  { weight: 2, arbitrary: step('end', { code: pick, seconds: signed }) },
  { weight: 3, arbitrary: step('convert', { code: pick, worth }) },
  { weight: 6, arbitrary: step('disable', { code: pick, choice }) },
  { weight: 5, arbitrary: step('enable', { code: pick }) },
  { weight: 4, arbitrary: step('recycle', { code: pick, choice }) },
  { weight: 4, arbitrary: step('restore', { code: pick }) },
  { weight: 2, arbitrary: step('resize', { code: pick, seats }) },
  { weight: 1, arbitrary: step('crowd', { code: pick }) },
  { weight: 2, arbitrary: step('setEnd', { account: pick, seconds: signed }) },
  { weight: 1, arbitrary: step('permit', { account: pick }) },
  { weight: 2, arbitrary: step('delete', { account: pick, codes: fc.constantFrom('spent', 'free') }) },
]

/** All other steps. */
const otherSteps = [
  { weight: 8, arbitrary: step('login', { code: pick, place: pick }) },
  { weight: 4, arbitrary: step('mt5logon', { account: pick }) },
  { weight: 2, arbitrary: step('pulse', { account: pick }) },
  { weight: 3, arbitrary: step('unmachine', { code: pick, place: pick }) },
  { weight: 2, arbitrary: step('unbind', { code: pick }) },
  { weight: 1, arbitrary: step('note', { code: pick }) },
  { weight: 1, arbitrary: step('attribute', { code: pick }) },
  { weight: 2, arbitrary: step('askUnbind', { code: pick }) },
  { weight: 2, arbitrary: step('approveUnbind', { code: pick }) },
  { weight: 1, arbitrary: step('create', { account: pick, seconds: signed }) },
  { weight: 1, arbitrary: step('lengthen', { account: pick, seconds }) },
  { weight: 2, arbitrary: step('stop', { account: pick }) },
  { weight: 2, arbitrary: step('go', { account: pick }) },
  { weight: 1, arbitrary: step('license', { account: pick }) },
  { weight: 1, arbitrary: step('recordAgent', { account: pick }) },
  { weight: 2, arbitrary: step('move', { account: pick, to: pick }) },
  { weight: 1, arbitrary: step('rebind', { account: pick, to: pick }) },
  { weight: 2, arbitrary: step('free', {}) },
  { weight: 1, arbitrary: step('several', {}) },
  { weight: 1, arbitrary: step('rename', {}) },
  { weight: 1, arbitrary: step('restart', {}) },
]

/** Most histories start with codes used for accounts: without them few edits have an effect. */
const opening = fc.array(step('login', { code: pick, place: fc.constantFrom(2, 2, 3, 4) }), { maxLength: 5 })

const steps = (of: readonly (typeof moneySteps)[number][]) =>
  fc
    .tuple(opening, fc.array(fc.oneof(...of), { minLength: 1, maxLength: 35, size: 'max' }))
    .map((parts) => parts.flat())

export const histories: fc.Arbitrary<History> = fc.record({
  accounts: fc.integer({ min: 1, max: 3 }),
  deviceCheck: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false)),
  autoTrial: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
  codes: fc.array(firstCode, { minLength: 3, maxLength: 7, size: 'max' }),
  steps: fc.oneof(steps(moneySteps), steps([...moneySteps, ...otherSteps])),
})
