import { z } from 'zod'
import { needed, text } from '../../contract/described.ts'
import { CODE } from '../../contract/error-codes.ts'
import { MAX_CODE_LENGTH } from '../../contract/limits.ts'
import { readKami } from '../../domain/code/kami.ts'
import { isNoMachine } from '../../domain/code/machine.ts'
import type { UnbindDecision } from '../../domain/code/unbind.ts'
import { refuse, type TextAnswer } from '../answers.ts'
import { defineEndpoint } from '../endpoint.ts'
import { tooOften } from './too-often.ts'

const ANSWERS = {
  unbound: refuse(CODE.success, 'unbindDone'),
  unknown: refuse(CODE.kamiUnknown),
  disabled: refuse(CODE.kamiDisabled),
  boundElsewhere: refuse(CODE.failure, 'unbindNoRight'),
  ofAccount: refuse(CODE.notAllowed, 'unbindOfAccount'),
  unused: refuse(CODE.nothingToUnbind, 'unbindUnused'),
  vip: refuse(CODE.nothingToUnbind, 'unbindVip'),
  pointsCode: refuse(CODE.failure, 'unbindFailed'),
  tooSoon: refuse(CODE.failure, 'unbindTooSoon'),
  tooMany: refuse(CODE.failure, 'unbindTooMany'),
  timeShort: refuse(CODE.failure, 'unbindTimeShort'),
  usesShort: refuse(CODE.failure, 'unbindUsesShort'),
} satisfies Record<UnbindDecision['outcome'], TextAnswer>

/** Unbinds a code at the request of the bound client (the specification, kmunmachine). */
export const kmunmachine = defineEndpoint({
  name: 'kmunmachine',
  summary: 'Frees a code from its machine, within the unbind rules of the application',
  methods: ['GET', 'POST'],
  whitelisted: false,
  params: z.object({
    kami: needed('the code'),
    markcode: needed('the machine code that the code is bound to'),
  }),
  output: text('a confirmation in words'),
  codes: {
    success: 'the code is unbound',
    kamiMissing: 'no code: empty, or `0`',
    machineMissing: 'no machine code: empty, `0`, or an account without number or server',
    kamiUnknown: 'there is no such code, or it is in the recycle bin',
    kamiDisabled: 'the code is disabled, or its agent is banned',
    notAllowed: 'the code was used for this trading account. The customer applies for a rebind',
    nothingToUnbind: 'the code was never used, or is a VIP code',
    failure:
      'bound to another machine, or to none; a points code; the rules: too soon, too many, not enough time or uses left. `msg` says which',
  },

  async answer({ app, ip, keep }, given, { codeUnbinds }) {
    const { markcode } = given
    const kami = readKami(given.kami)
    if (kami === '' || kami === '0') return refuse(CODE.kamiMissing)
    if (isNoMachine(markcode)) return refuse(CODE.machineMissing)
    if (app.settings.freeMode) return ANSWERS.boundElsewhere
    if (kami.length > MAX_CODE_LENGTH) return ANSWERS.unknown
    const call = { kami, markcode, ip }
    const { outcome } = await codeUnbinds.unbind(app.settings, call, (unit, decision) =>
      keep(unit, ANSWERS[decision.outcome]),
    )
    return outcome === 'waits' ? tooOften(app.settings) : ANSWERS[outcome]
  },
})
