import { z } from 'zod'
import { needed } from '../../contract/described.ts'
import { CODE } from '../../contract/error-codes.ts'
import type { DeveloperRefusal } from '../../services/applications/developer-applications.ts'
import { refuse, refuseWith } from '../answers.ts'
import type { Call } from '../call.ts'
import { tooOften } from './too-often.ts'

/** A developer's credentials, as logongetapp and openrc42 read them. */
export const developerCredentials = z.object({
  user: needed('the name of a developer, or of the owner'),
  pass: needed('their password'),
})

/** The codes of the refusals here. */
export const DEVELOPER_CODES = {
  accountMissing: 'no user',
  passwordMissing: 'no password',
  accountUnknown: 'there is no such developer',
  credentialsWrong: 'the password is wrong',
  disabled: 'the developer is shut out; `msg` has the reason',
  failure: 'too many wrong passwords: wait (the text is that of 429)',
}

/** The refusal when a credential is empty. */
export function refuseIncomplete({ user, pass }: z.output<typeof developerCredentials>) {
  if (user === '') return refuse(CODE.accountMissing)
  return pass === '' ? refuse(CODE.passwordMissing) : undefined
}

export function refuseDeveloper(refusal: DeveloperRefusal, { app }: Call) {
  switch (refusal.outcome) {
    case 'unknown':
      return refuse(CODE.accountUnknown)
    case 'wrong':
      return refuse(CODE.credentialsWrong)
    case 'waits':
      return tooOften(app.settings)
    case 'shutOut':
      return refuseWith(CODE.disabled, refusal.reason)
  }
}
