import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decideAccountLogin } from '../code/account-login.ts'
import type { Code } from '../code/code.ts'
import { decideEdit, type CodeEdit } from '../code/edit.ts'
import { coverOf, recordAfter } from './record-follows.ts'
import { isPermanent } from './record.ts'

const NOW = 1_700_000_000
const DAY = 86_400
const FOREVER = 4_102_243_200

const unused = (id: number, isForEver: boolean) =>
  ({
    id,
    kami: `K${id}`,
    type: isForEver ? 'permanent' : 'time',
    seconds: isForEver ? 0 : 30 * DAY,
    left: null,
    useTime: null,
    endTime: null,
    accountKey: '',
    disabled: false,
    recycledAt: null,
    rechargedAccountId: null,
    strippedMachine: '',
    gaveSeconds: null,
    recordEndBefore: null,
    takenSeconds: null,
    spent: false,
    agentId: null,
  }) as unknown as Code

const hasActed = ({ gaveSeconds }: Code) => gaveSeconds !== null
const isRefunded = ({ disabled, recycledAt }: Code) => disabled || recycledAt !== null
const isHeld = ({ gaveSeconds, takenSeconds }: Code) => isPermanent(gaveSeconds ?? 0) && takenSeconds === null
/**
 * The code came back while another permanent code held the record. This test doesn't cover what happens when
 * such a code then gets an end.
 */
const liesOnAnother = (code: Code) => isHeld(code) && isPermanent(code.recordEndBefore ?? 0)

/** Three codes of one trading account, with their logins and edits. */
class Account {
  vip: number | undefined
  readonly codes: Code[]

  constructor(kinds: readonly boolean[]) {
    this.codes = kinds.map((isForEver, place) => unused(place, isForEver))
  }

  logIn(code: Code): void {
    if (isRefunded(code)) return
    const record = this.vip === undefined ? undefined : { ...RECORD, vip: this.vip }
    const attempt = { markcode: '1@S', ip: '', accountKey: '1@S', record, agentBanned: false, now: NOW }
    const decision = decideAccountLogin(code, attempt, '1@S', {})
    if (decision.outcome !== 'granted') return
    this.codes[code.id] = { ...code, ...decision.change }
    this.vip = decision.record?.vip ?? this.vip
  }

  edit(code: Code, edit: CodeEdit): void {
    const decision = decideEdit(code, edit, NOW)
    if (decision.outcome !== 'changed' || (edit.kind === 'convert' && liesOnAnother(code))) return
    const note =
      this.vip === undefined || !hasActed(code) ? {} : this.#follow(code, edit, decision.change, this.vip)
    this.codes[code.id] = { ...code, ...decision.change, ...note }
  }

  #follow(code: Code, edit: CodeEdit, change: Partial<Code>, vip: number): Partial<Code> {
    const others = this.codes.filter((other) => other.id !== code.id && isHeld(other))
    const above = isPermanent(vip) ? coverOf(code, others) : undefined
    const beneath = above?.recordEndBefore ?? undefined
    const follows = recordAfter(code, edit, change, { vip, ...(beneath !== undefined && { beneath }) }, NOW)
    if (follows === undefined) return {}
    this.vip = follows.vip
    if (above !== undefined && follows.beneath !== undefined)
      this.codes[above.id] = { ...above, recordEndBefore: follows.beneath }
    return follows.note
  }

  /** The sum of what the codes gave that have acted and aren't refunded. */
  get paid(): number {
    const gifts = this.codes
      .filter((code) => hasActed(code) && !isRefunded(code))
      .map((code) => code.gaveSeconds ?? 0)
    return gifts.some(isPermanent) ? FOREVER : NOW + gifts.reduce((sum, gift) => sum + gift, 0)
  }
}
const RECORD = { license: '', agentId: null, disabled: false, disableReason: '', hasOwnLicense: true }

const steps = fc.array(
  fc.record({
    of: fc.nat(2),
    edit: fc.oneof<fc.WeightedArbitrary<CodeEdit | 'login'>[]>(
      { weight: 4, arbitrary: fc.constant('login') },
      { weight: 4, arbitrary: fc.constantFrom<CodeEdit>({ kind: 'enable' }, { kind: 'restore' }) },
      { weight: 3, arbitrary: fc.constant({ kind: 'disable', record: 'take_back' }) },
      { weight: 1, arbitrary: fc.constant({ kind: 'recycle', record: 'take_back' }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom<CodeEdit>(
          ...[-20, -3, 8].map((n) => ({ kind: 'extend', seconds: n * DAY }) as const),
        ),
      },
      { weight: 1, arbitrary: fc.constant({ kind: 'convert', type: 'permanent', seconds: 0, left: null }) },
      { weight: 1, arbitrary: fc.constant({ kind: 'convert', type: 'time', seconds: 7 * DAY, left: null }) },
    ),
  }),
  { maxLength: 16 },
)

it('at one moment, an account has exactly the time of its codes that are not refunded, to the second', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }), steps, (kinds, given) => {
      const account = new Account(kinds)
      for (const { of, edit } of given) {
        const code = account.codes[of]!
        if (edit === 'login') account.logIn(code)
        else account.edit(code, edit)
        if (account.vip !== undefined) expect(account.vip).toBe(account.paid)
      }
    }),
    { numRuns: 3000 },
  )
})
