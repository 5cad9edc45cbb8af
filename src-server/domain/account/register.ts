import { isAccountPassword, isUserName } from './form.ts'

export interface RegistrationForm {
  readonly user: string
  readonly password: string
  readonly qq: string
}

/** Facts from the store that a registration depends on. */
export interface RegistrationFacts {
  /** The unique member that another account of the application already has. */
  readonly taken: 'qq' | 'user' | 'ip' | undefined
  /** When the application's newest account was created. */
  readonly newestAt: number | undefined
  /** False when the form names an inviter that the application doesn't have. */
  readonly inviterKnown: boolean
}

export type RegistrationRefusal =
  | 'userMissing'
  | 'userInvalid'
  | 'passwordMissing'
  | 'passwordInvalid'
  | 'qqMissing'
  | 'qqTaken'
  | 'userTaken'
  | 'tooFrequent'
  | 'inviterUnknown'

const TAKEN = { qq: 'qqTaken', user: 'userTaken', ip: 'tooFrequent' } as const

/** Checks the form itself. The first half of the order of refusals in docs/protocol.md 7. */
export function checkForm({ user, password, qq }: RegistrationForm): RegistrationRefusal | undefined {
  if (user === '') return 'userMissing'
  if (!isUserName(user)) return 'userInvalid'
  if (password === '') return 'passwordMissing'
  if (!isAccountPassword(password)) return 'passwordInvalid'
  return qq === '' ? 'qqMissing' : undefined
}

/**
 * Checks the form against other accounts. The second half of the order.
 * @param interval seconds between two registrations, 0 for no limit
 */
export function judgeRegistration(
  { taken, newestAt, inviterKnown }: RegistrationFacts,
  interval: number,
  now: number,
): RegistrationRefusal | undefined {
  if (taken !== undefined) return TAKEN[taken]
  if (newestAt !== undefined && now - newestAt < interval) return 'tooFrequent'
  return inviterKnown ? undefined : 'inviterUnknown'
}
