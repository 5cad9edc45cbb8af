import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Code } from '../code/code.ts'
import { decideEdit, type CodeEdit } from '../code/edit.ts'
import { recordAfter } from './record-follows.ts'

const START = 1_700_000_000
const DAY = 86_400
const FOREVER = 4_102_243_200

/** A code of 30 days, or a permanent one, that acted on a trading account's record a moment ago. */
const made = (isForEver: boolean, before: number | null) =>
  ({
    id: 1,
    kami: 'K',
    type: isForEver ? 'permanent' : 'time',
    seconds: isForEver ? 0 : 30 * DAY,
    left: null,
    useTime: START,
    endTime: isForEver ? null : START + 30 * DAY,
    accountKey: '1@S',
    disabled: false,
    recycledAt: null,
    rechargedAccountId: null,
    strippedMachine: '',
    gaveSeconds: isForEver ? FOREVER : 30 * DAY,
    recordEndBefore: isForEver ? before : null,
    takenSeconds: null,
    spent: false,
  }) as unknown as Code

const REFUND: CodeEdit = { kind: 'disable', record: 'take_back' }

const days = fc.integer({ min: -20, max: 20 }).filter((amount) => amount !== 0)
const edit: fc.Arbitrary<CodeEdit> = fc.oneof(
  fc.constant(REFUND),
  fc.constant({ kind: 'recycle', record: 'take_back' } as const),
  fc.constantFrom({ kind: 'enable' } as const, { kind: 'restore' } as const),
  days.map((amount) => ({ kind: 'extend', seconds: amount * DAY }) as const),
  fc.constant({ kind: 'convert', type: 'permanent', seconds: 0, left: null } as const),
  fc
    .integer({ min: 1, max: 40 })
    .map((n) => ({ kind: 'convert', type: 'time', seconds: n * DAY, left: null }) as const),
)
const steps = fc.array(fc.record({ edit, passed: fc.integer({ min: 0, max: 5 }) }), { maxLength: 12 })

/** Runs the steps, then refunds the code. Whenever the code is refunded, `check` gets the record's end. */
function live(
  code: Code,
  vip: number,
  steps: readonly { edit: CodeEdit; passed: number }[],
  check: (vip: number, now: number) => void,
): void {
  let now = START
  for (const { edit: one, passed } of [...steps, { edit: REFUND, passed: 0 }]) {
    now += passed * DAY
    const decision = decideEdit(code, one, now)
    if (decision.outcome !== 'changed') continue
    const follows = recordAfter(code, one, decision.change, { vip }, now)
    code = { ...code, ...decision.change, ...follows?.note }
    vip = follows?.vip ?? vip
    if (code.disabled || code.recycledAt !== null) check(vip, now)
  }
}

it("a refund of a record's only code leaves no time, whatever edits came before", () => {
  fc.assert(
    fc.property(fc.boolean(), steps, (isForEver, given) => {
      live(made(isForEver, null), isForEver ? FOREVER : START + 30 * DAY, given, (vip, now) => {
        expect(vip).toBeLessThanOrEqual(now)
      })
    }),
    { numRuns: 2000 },
  )
})

it('a refund leaves exactly the 30 days that another code gave before', () => {
  const before = START + 30 * DAY
  fc.assert(
    fc.property(fc.boolean(), steps, (isForEver, given) => {
      live(made(isForEver, before), isForEver ? FOREVER : START + 60 * DAY, given, (vip, now) => {
        expect(vip).toBeGreaterThanOrEqual(before)
        expect(vip).toBeLessThanOrEqual(Math.max(before, now))
      })
    }),
    { numRuns: 2000 },
  )
})
