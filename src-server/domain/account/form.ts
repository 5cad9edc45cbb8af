import { ACCOUNT } from '../../contract/subjects/account.ts'

export function isUserName(text: string): boolean {
  return ACCOUNT.fields.user.pattern.test(text)
}

export function isAccountPassword(text: string): boolean {
  return ACCOUNT.fields.password.pattern.test(text)
}

/** The inviter's account number. @returns null for no inviter, undefined for a text that is no number */
export function readInviter(text: string | undefined): number | null | undefined {
  if (text === undefined || text === '' || text === '0') return null
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined
}
