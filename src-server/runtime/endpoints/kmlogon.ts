import { z } from 'zod'
import { flag, needed, text } from '../../contract/described.ts'
import { CODE } from '../../contract/error-codes.ts'
import { MAX_CODE_LENGTH, MAX_MACHINE_CODE_LENGTH, PERMANENT_VIP } from '../../contract/limits.ts'
import type { Application } from '../../domain/application/application.ts'
import { isDebugCode } from '../../domain/code/generate.ts'
import { readKami } from '../../domain/code/kami.ts'
import type { LoginRefusal } from '../../domain/code/login-decision.ts'
import { isNoMachine } from '../../domain/code/machine.ts'
import type { AccountRecord } from '../../domain/device/record.ts'
import type { CodeLoginAnswer } from '../../services/codes/code-logins.ts'
import { flagOf, refuse, refuseWith, succeed, type StandardAnswer } from '../answers.ts'
import { defineEndpoint } from '../endpoint.ts'
import { tooOften } from './too-often.ts'

const REFUSALS = {
  unknown: refuse(CODE.kamiUnknown),
  disabled: refuse(CODE.kamiDisabled),
  pointsCode: refuse(CODE.pointsLogin),
  boundElsewhere: refuse(CODE.kamiUsed),
  ipDiffers: refuse(CODE.ipDiffers),
  recordDisabled: refuse(CODE.disabled),
  recordPermanent: refuse(CODE.alreadyPermanent),
  spent: refuse(CODE.kamiDisabled),
  ended: refuse(CODE.failure, 'codeEnded'),
} satisfies Record<LoginRefusal, StandardAnswer>

/** Login with an authorization code (the specification, kmlogon). */
export const kmlogon = defineEndpoint({
  name: 'kmlogon',
  isLogin: true,
  summary: 'Logs in with a code',
  methods: ['GET', 'POST'],
  whitelisted: false,
  params: z.object({
    kami: needed('the code, up to 64 characters'),
    markcode: needed(
      'the machine code, up to 256 characters; or a trading account, `<account number>@<server>`',
    ),
  }),
  output: z.object({
    kami: text('the code, as the server stores it'),
    vip: text('the end in Unix seconds, as a text; `4102243200` is for ever'),
    debug: flag('1: an internal debug code'),
  }),
  codes: {
    success: 'the program may run until `vip`',
    kamiMissing: 'no code: empty, or `0`',
    machineMissing: 'no machine code: empty, `0`, or an account without number or server',
    wrongData: 'the machine code is over 256 characters',
    kamiUnknown: 'there is no such code, or it is in the recycle bin',
    kamiDisabled: 'the code is disabled, its agent is banned, or its trading account was deleted',
    pointsLogin: 'a points code: it can’t log in',
    kamiUsed: 'the code is bound to another machine, or was used for another account',
    ipDiffers: 'the code is bound to another address',
    disabled: 'the trading account is disabled; `msg` has the reason',
    alreadyPermanent: 'the trading account is licensed for ever already. The code is not spent',
    failure: 'expired, or no use left; or too many unknown codes from this network (the text is that of 429)',
  },

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

function answerTo(kami: string, { decision, record }: CodeLoginAnswer, settings: Application) {
  if (decision.outcome === 'waits') return tooOften(settings)
  if (decision.outcome === 'granted') return granted(kami, decision.vip)
  if (decision.outcome === 'recordDisabled') return refuseWith(CODE.disabled, record?.disableReason ?? '')
  return REFUSALS[decision.outcome]
}

/** `vip` is a text here, and a number in MT5 replies. */
function granted(kami: string, vip: number) {
  return succeed({ kami, vip: String(vip), debug: flagOf(isDebugCode(kami)) })
}
