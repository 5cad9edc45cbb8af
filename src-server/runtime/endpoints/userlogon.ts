import { z } from 'zod'
import { needed, text } from '../../contract/described.ts'
import { CODE } from '../../contract/error-codes.ts'
import type { Application } from '../../domain/application/application.ts'
import type { AccountLogin } from '../../services/accounts/account-logins.ts'
import { refuse, refuseWith, succeed } from '../answers.ts'
import { defineEndpoint } from '../endpoint.ts'
import { tooOften } from './too-often.ts'

/** Login with a user account (the specification, userlogon). */
export const userlogon = defineEndpoint({
  name: 'userlogon',
  isLogin: true,
  summary: 'Logs in with a user account',
  methods: ['GET', 'POST'],
  whitelisted: false,
  params: z.object({ user: needed('the name of the user account'), password: needed('its password') }),
  output: z.object({
    user: text('the name of the user account'),
    qq: text('its QQ number'),
    name: text('its nickname'),
    vip: text('the end in Unix seconds, as a text. An ended account logs in too: compare it'),
    fen: text('the same as `qq`'),
  }),
  codes: {
    success: 'the password is right',
    accountMissing: 'no user',
    passwordMissing: 'no password',
    accountUnknown: 'there is no such user account',
    credentialsWrong: 'the password is wrong',
    disabled: 'the user account is disabled; `msg` has the reason',
    failure: 'too many wrong passwords: wait (the text is that of 429)',
  },

  async answer({ app, ip, keep }, { user, password }, { accountLogins }) {
    if (user === '') return refuse(CODE.accountMissing)
    if (password === '') return refuse(CODE.passwordMissing)
    const answerOf = (login: AccountLogin) => answerTo(login, app.settings)
    return answerOf(
      await accountLogins.logIn(app.settings.id, { user, password, ip }, (unit, login) =>
        keep(unit, answerOf(login)),
      ),
    )
  },
})

function answerTo(login: AccountLogin, settings: Application) {
  switch (login.outcome) {
    case 'granted': {
      const { user, qq, name, vip } = login.account
      // By the specification, `fen` is the qq.
      return succeed({ user, qq, name, vip: String(vip), fen: qq })
    }
    case 'disabled':
      return refuseWith(CODE.disabled, login.reason)
    case 'unknown':
      return refuse(CODE.accountUnknown)
    case 'wrong':
      return refuse(CODE.credentialsWrong)
    case 'waits':
      return tooOften(settings)
  }
}
