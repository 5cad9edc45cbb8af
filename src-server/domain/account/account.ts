import type { ACCOUNT } from '../../contract/subjects/account.ts'
import type { Stored } from '../../contract/subjects/subject.ts'

/** A user account of an application as stored. Times are Unix seconds. */
export interface Account extends Omit<Stored<typeof ACCOUNT>, 'password'> {
  /** argon2id in PHC form. */
  readonly passwordHash: string
  /** Wrong passwords in a row. */
  readonly failures: number
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
