import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { refuse, refuseWith, succeed } from '../answers.ts'
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

  async answer({ app, ip }, { user, password }, { accountLogins }) {
    if (user === '') return refuse(CODE.accountMissing)
    if (password === '') return refuse(CODE.passwordMissing)
    const login = await accountLogins.logIn(app.settings.id, user, password, ip)
    switch (login.outcome) {
      case 'granted': {
        const { qq, name, vip } = login.account
        // By the specification, `fen` is the qq.
        return succeed({ user: login.account.user, qq, name, vip: String(vip), fen: qq })
      }
      case 'disabled':
        return refuseWith(CODE.disabled, login.reason)
      case 'unknown':
        return refuse(CODE.accountUnknown)
      case 'wrong':
        return refuse(CODE.credentialsWrong)
      case 'waits':
        return tooOften(app.settings)
    }
  },
})
