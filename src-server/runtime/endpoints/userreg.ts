import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { readInviter } from '../../domain/account/form.ts'
import type { RegistrationOutcome } from '../../services/accounts/account-registrations.ts'
import { refuse, type StandardAnswer } from '../answers.ts'
import { defineEndpoint } from '../endpoint.ts'
import { tooOften } from './too-often.ts'

/** Maximum length of stored texts, characters. */
const MOST_QQ = 32
const MOST_NAME = 64

const CODES: Record<Exclude<RegistrationOutcome, 'busy'>, number> = {
  registered: CODE.success,
  userMissing: CODE.accountMissing,
  userInvalid: CODE.accountInvalid,
  passwordMissing: CODE.passwordMissing,
  passwordInvalid: CODE.passwordInvalid,
  qqMissing: CODE.qqMissing,
  qqTaken: CODE.qqTaken,
  userTaken: CODE.accountExists,
  tooFrequent: CODE.registrationTooFrequent,
  inviterUnknown: CODE.inviterUnknown,
}

const text = z.string().default('')

/** Registers a user account (the specification, userreg; the order of refusals is docs/protocol.md 7). */
export const userreg = defineEndpoint({
  name: 'userreg',
  methods: ['GET', 'POST'],
  whitelisted: false,
  params: z.object({ user: text, password: text, qq: text, name: text, inv: z.string().optional() }),

  async answer({ app, ip, keep }, { inv, ...form }, { accountRegistrations }): Promise<StandardAnswer> {
    if (form.qq.length > MOST_QQ || form.name.length > MOST_NAME) return refuse(CODE.wrongData)
    const inviterId = readInviter(inv)
    const outcome = await accountRegistrations.register(app.settings, { ...form, inviterId, ip }, (unit) =>
      keep(unit, { code: CODES.registered }),
    )
    return outcome === 'busy' ? tooOften(app.settings) : { code: CODES[outcome] }
  },
})
