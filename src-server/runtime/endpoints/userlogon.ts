import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import type { Application } from '../../domain/application/application.ts'
import type { AccountLogin } from '../../services/accounts/account-logins.ts'
import { refuse, refuseWith, succeed, type StandardAnswer } from '../answers.ts'
import { defineEndpoint } from '../endpoint.ts'
import { tooOften } from './too-often.ts'

const text = z.string().default('')

/** Login with a user account (the specification, userlogon). */
export const userlogon = defineEndpoint({
  name: 'userlogon',
  isLogin: true,
  methods: ['GET', 'POST'],
  whitelisted: false,
  params: z.object({ user: text, password: text }),

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

function answerTo(login: AccountLogin, settings: Application): StandardAnswer {
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
