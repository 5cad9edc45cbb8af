import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { MAX_CODE_LENGTH } from '../../contract/limits.ts'
import type { UnbindDecision } from '../../domain/code/unbind.ts'
import { refuse, type StandardAnswer } from '../answers.ts'
import { defineEndpoint } from '../endpoint.ts'

const ANSWERS: Record<UnbindDecision['outcome'], StandardAnswer> = {
  unbound: { code: CODE.success, text: 'unbindDone' },
  unknown: refuse(CODE.kamiUnknown),
  disabled: refuse(CODE.kamiDisabled),
  boundElsewhere: refuse(CODE.failure, 'unbindNoRight'),
  unused: refuse(CODE.nothingToUnbind, 'unbindUnused'),
  vip: refuse(CODE.nothingToUnbind, 'unbindVip'),
  pointsCode: refuse(CODE.failure, 'unbindFailed'),
  tooSoon: refuse(CODE.failure, 'unbindTooSoon'),
  tooMany: refuse(CODE.failure, 'unbindTooMany'),
  timeShort: refuse(CODE.failure, 'unbindTimeShort'),
  usesShort: refuse(CODE.failure, 'unbindUsesShort'),
}

/** The bound client frees its code (specification, kmunmachine; the order of refusals is protocol.md 6). */
export const kmunmachine = defineEndpoint({
  name: 'kmunmachine',
  methods: ['GET', 'POST'],
  whitelisted: false,
  params: z.object({ kami: z.string().optional(), markcode: z.string().optional() }),

  async answer({ app }, { kami, markcode }, { codeUnbinds }) {
    if (!kami) return refuse(CODE.kamiMissing)
    if (!markcode) return refuse(CODE.machineMissing)
    if (app.settings.freeMode) return ANSWERS.boundElsewhere
    if (kami.length > MAX_CODE_LENGTH) return ANSWERS.unknown
    const { outcome } = await codeUnbinds.unbind(app.settings, kami, markcode)
    return ANSWERS[outcome]
  },
})
