import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { MAX_CODE_LENGTH, MAX_MACHINE_CODE_LENGTH, PERMANENT_VIP } from '../../contract/limits.ts'
import { isDebugCode } from '../../domain/code/generate.ts'
import type { LoginRefusal } from '../../domain/code/login.ts'
import { refuse, succeed, type StandardAnswer } from '../answers.ts'
import { defineEndpoint } from '../endpoint.ts'

const REFUSALS: Record<LoginRefusal, StandardAnswer> = {
  unknown: refuse(CODE.kamiUnknown),
  disabled: refuse(CODE.kamiDisabled),
  pointsCode: refuse(CODE.pointsLogin),
  boundElsewhere: refuse(CODE.kamiUsed),
  ipDiffers: refuse(CODE.ipDiffers),
  ended: refuse(CODE.failure, 'codeEnded'),
}

/** Login with an authorization code (specification, kmlogon; the order of refusals is protocol.md 6). */
export const kmlogon = defineEndpoint({
  name: 'kmlogon',
  methods: ['GET', 'POST'],
  whitelisted: false,
  params: z.object({ kami: z.string().optional(), markcode: z.string().optional() }),

  async answer({ app, ip }, { kami, markcode }, { codeLogins }) {
    if (!kami) return refuse(CODE.kamiMissing)
    if (!markcode) return refuse(CODE.machineMissing)
    if (app.settings.freeMode) return granted(kami, PERMANENT_VIP)
    if (kami.length > MAX_CODE_LENGTH) return refuse(CODE.kamiUnknown)
    if (markcode.length > MAX_MACHINE_CODE_LENGTH) return refuse(CODE.wrongData)
    const decision = await codeLogins.logIn(app.settings, { kami, markcode, ip })
    return decision.outcome === 'granted' ? granted(kami, decision.vip) : REFUSALS[decision.outcome]
  },
})

/** `vip` is a text here, a number in the MT5 replies (protocol.md 5). */
function granted(kami: string, vip: number): StandardAnswer {
  return succeed({ kami, vip: String(vip), debug: isDebugCode(kami) ? 1 : 0 })
}
