import { isAccountPassword, isUserName } from './form.ts'

export interface RegistrationForm {
  readonly user: string
  readonly password: string
  readonly qq: string
}

/** What the store says of a registration. */
export interface RegistrationFacts {
  /** Which unique member another account of the application has. */
  readonly taken: 'qq' | 'user' | 'ip' | undefined
  /** When the application's newest account was made. */
  readonly newestAt: number | undefined
  /** false: one was named, and the application has no such account. */
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

/** The first half of the order of protocol.md 7: what the form itself gets wrong. */
export function checkForm({ user, password, qq }: RegistrationForm): RegistrationRefusal | undefined {
  if (user === '') return 'userMissing'
  if (!isUserName(user)) return 'userInvalid'
  if (password === '') return 'passwordMissing'
  if (!isAccountPassword(password)) return 'passwordInvalid'
  return qq === '' ? 'qqMissing' : undefined
}

/** The second half: what other accounts stand against. @param interval seconds between two registrations, 0 for no limit */
export function judgeRegistration(
  { taken, newestAt, inviterKnown }: RegistrationFacts,
  interval: number,
  now: number,
): RegistrationRefusal | undefined {
  if (taken !== undefined) return TAKEN[taken]
  if (newestAt !== undefined && now - newestAt < interval) return 'tooFrequent'
  return inviterKnown ? undefined : 'inviterUnknown'
}
