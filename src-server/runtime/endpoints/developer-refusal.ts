import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import type { DeveloperRefusal } from '../../services/applications/developer-applications.ts'
import { refuse, refuseWith, type StandardAnswer } from '../answers.ts'
import type { Call } from '../call.ts'
import { tooOften } from './too-often.ts'

/** A developer's credentials, as logongetapp and openrc42 read them. */
export const developerCredentials = z.object({
  user: z.string().default(''),
  pass: z.string().default(''),
})

/** The refusal when a credential is empty. */
export function refuseIncomplete({ user, pass }: z.output<typeof developerCredentials>) {
  if (user === '') return refuse(CODE.accountMissing)
  return pass === '' ? refuse(CODE.passwordMissing) : undefined
}

export function refuseDeveloper(refusal: DeveloperRefusal, { app }: Call): StandardAnswer {
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
