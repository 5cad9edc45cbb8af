import { z } from 'zod'
import { needed, optional, possible, text } from '../../contract/described.ts'
import { CODE } from '../../contract/error-codes.ts'
import { readInviter } from '../../domain/account/form.ts'
import type { RegistrationOutcome } from '../../services/accounts/account-registrations.ts'
import { refuse } from '../answers.ts'
import { defineEndpoint } from '../endpoint.ts'
import { tooOften } from './too-often.ts'

/** Maximum length of stored texts, characters. */
const MOST_QQ = 32
const MOST_NAME = 64

const CODES = {
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
} as const satisfies Record<Exclude<RegistrationOutcome, 'busy'>, number>

/** Registers a user account (the specification, userreg; the order of refusals is docs/protocol.md 7). */
export const userreg = defineEndpoint({
  name: 'userreg',
  summary: 'Registers a user account',
  methods: ['GET', 'POST'],
  whitelisted: false,
  params: z.object({
    user: needed('the name: 5 to 11 letters, digits, `_`'),
    password: needed('6 to 18 letters, digits, `. * _ -`'),
    qq: needed('a QQ number, up to 32 characters'),
    name: possible('the nickname, up to 64 characters; without it, the name'),
    inv: optional('the number of the user account that invited this one'),
  }),
  output: text('a confirmation in words'),
  codes: {
    success: 'the user account exists now',
    accountMissing: 'no user',
    accountInvalid: 'the name is not allowed',
    passwordMissing: 'no password',
    passwordInvalid: 'the password is not allowed',
    qqMissing: 'no qq',
    qqTaken: 'another user account has this qq',
    accountExists: 'another user account has this name',
    registrationTooFrequent: 'this address registered one already, or too soon after the last one',
    inviterUnknown: 'there is no such inviter',
    wrongData: '`qq` or `name` is too long',
    failure: 'too many registrations at this moment (the text is that of 429)',
  },

  async answer({ app, ip, keep }, { inv, ...form }, { accountRegistrations }) {
    if (form.qq.length > MOST_QQ || form.name.length > MOST_NAME) return refuse(CODE.wrongData)
    const inviterId = readInviter(inv)
    const outcome = await accountRegistrations.register(app.settings, { ...form, inviterId, ip }, (unit) =>
      keep(unit, refuse(CODES.registered)),
    )
    return outcome === 'busy' ? tooOften(app.settings) : refuse(CODES[outcome])
  },
})
