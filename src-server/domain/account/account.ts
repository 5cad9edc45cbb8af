/**
 * A user account of an application, with a name and a password (the specification, Application account).
 * Times are Unix seconds.
 */
export interface Account {
  readonly id: number
  readonly appId: number
  readonly user: string
  readonly passwordHash: string
  readonly qq: string
  readonly name: string
  readonly inviterId: number | null
  /** Empty for an account created in the console. */
  readonly registrationIp: string
  /** The end of the account's time. 0 before the first recharge. */
  readonly vip: number
  readonly disabled: boolean
  readonly disableReason: string
  readonly failures: number
  readonly lockedUntil: number
  readonly lastLoginAt: number | null
  readonly createdAt: number
}

/** A new account. The nickname defaults to the account's name. */
export function newAccount(
  appId: number,
  made: Pick<Account, 'user' | 'passwordHash' | 'qq'>,
  now: number,
): Omit<Account, 'id'> {
  return {
    appId,
    ...made,
    name: made.user,
    inviterId: null,
    registrationIp: '',
    vip: 0,
    disabled: false,
    disableReason: '',
    failures: 0,
    lockedUntil: 0,
    lastLoginAt: null,
    createdAt: now,
  }
}
