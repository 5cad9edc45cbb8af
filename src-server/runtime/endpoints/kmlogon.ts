import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { MAX_CODE_LENGTH, MAX_MACHINE_CODE_LENGTH, PERMANENT_VIP } from '../../contract/limits.ts'
import type { Application } from '../../domain/application/application.ts'
import { isDebugCode } from '../../domain/code/generate.ts'
import { readKami } from '../../domain/code/kami.ts'
import type { LoginRefusal } from '../../domain/code/login-decision.ts'
import { isNoMachine } from '../../domain/code/machine.ts'
import type { AccountRecord } from '../../domain/device/record.ts'
import type { CodeLoginAnswer } from '../../services/codes/code-logins.ts'
import { refuse, refuseWith, succeed, type StandardAnswer } from '../answers.ts'
import { defineEndpoint } from '../endpoint.ts'
import { tooOften } from './too-often.ts'

const REFUSALS: Record<LoginRefusal, StandardAnswer> = {
  unknown: refuse(CODE.kamiUnknown),
  disabled: refuse(CODE.kamiDisabled),
  pointsCode: refuse(CODE.pointsLogin),
  boundElsewhere: refuse(CODE.kamiUsed),
  ipDiffers: refuse(CODE.ipDiffers),
  recordDisabled: refuse(CODE.disabled),
  recordPermanent: refuse(CODE.alreadyPermanent),
  spent: refuse(CODE.kamiDisabled),
  ended: refuse(CODE.failure, 'codeEnded'),
}

/** Login with an authorization code (the specification, kmlogon). */
export const kmlogon = defineEndpoint({
  name: 'kmlogon',
  isLogin: true,
  methods: ['GET', 'POST'],
  whitelisted: false,
  params: z.object({ kami: z.string().default(''), markcode: z.string().default('') }),

  async answer({ app, ip, keep }, given, { codeLogins }) {
    const { markcode } = given
    const kami = readKami(given.kami)
    if (kami === '' || kami === '0') return refuse(CODE.kamiMissing)
    if (isNoMachine(markcode)) return refuse(CODE.machineMissing)
    if (app.settings.freeMode) {
      const answerOf = (disabled: Pick<AccountRecord, 'disableReason'> | undefined) =>
        disabled === undefined
          ? granted(kami, PERMANENT_VIP)
          : refuseWith(CODE.disabled, disabled.disableReason)
      return answerOf(
        await codeLogins.logInFree(app.settings, { markcode, ip }, (unit, found) =>
          keep(unit, answerOf(found)),
        ),
      )
    }
    if (kami.length > MAX_CODE_LENGTH) return refuse(CODE.kamiUnknown)
    if (markcode.length > MAX_MACHINE_CODE_LENGTH) return refuse(CODE.wrongData)
    const login = { kami, markcode, ip }
    const found = await codeLogins.logIn(app.settings, login, (unit, done) =>
      keep(unit, answerTo(kami, done, app.settings)),
    )
    return answerTo(kami, found, app.settings)
  },
})

function answerTo(
  kami: string,
  { decision, record }: CodeLoginAnswer,
  settings: Application,
): StandardAnswer {
  if (decision.outcome === 'waits') return tooOften(settings)
  if (decision.outcome === 'granted') return granted(kami, decision.vip)
  if (decision.outcome === 'recordDisabled') return refuseWith(CODE.disabled, record?.disableReason ?? '')
  return REFUSALS[decision.outcome]
}

/** `vip` is a text here, and a number in MT5 replies. */
function granted(kami: string, vip: number): StandardAnswer {
  return succeed({ kami, vip: String(vip), debug: isDebugCode(kami) ? 1 : 0 })
}
