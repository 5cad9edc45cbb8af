import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { MAX_CODE_LENGTH } from '../../contract/limits.ts'
import { readKami } from '../../domain/code/kami.ts'
import { isNoMachine } from '../../domain/code/machine.ts'
import type { UnbindDecision } from '../../domain/code/unbind.ts'
import { refuse, type StandardAnswer } from '../answers.ts'
import { defineEndpoint } from '../endpoint.ts'
import { tooOften } from './too-often.ts'

const ANSWERS: Record<UnbindDecision['outcome'], StandardAnswer> = {
  unbound: { code: CODE.success, text: 'unbindDone' },
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
}

/** Unbinds a code at the request of the bound client (the specification, kmunmachine). */
export const kmunmachine = defineEndpoint({
  name: 'kmunmachine',
  methods: ['GET', 'POST'],
  whitelisted: false,
  params: z.object({ kami: z.string().default(''), markcode: z.string().default('') }),

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
