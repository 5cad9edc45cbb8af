import { loginOf } from '../../contract/account-key.ts'

/** Whether two account keys name one trading account. An account on a renamed server is the same one. */
export function isSameAccount(key: string, other: string): boolean {
  return key === other || loginOf(key) === loginOf(other)
}
