import { CONSOLE } from '../../contract/error-codes.ts'
import { describeInvisible, findInvisible } from '../../contract/invisible.ts'
import { parseAccountKey } from '../../domain/device/account-key.ts'
import { Refused } from '../refused.ts'

/**
 * Reads an account key that a person typed or pasted. parseAccountKey reads keys that programs send: it takes a
 * terminal's own name as it is.
 * @returns why the key is invalid, where it is
 */
export function readTypedKey(text: string): { readonly accountKey: string } | { readonly reason: string } {
  const invisible = findInvisible(text)
  if (invisible !== undefined) return { reason: describeInvisible(invisible) }
  const accountKey = parseAccountKey(text)
  return accountKey === undefined ? { reason: '<trading account>@<server>' } : { accountKey }
}

/** @throws Refused 422 */
export function requireAccountKey(text: string): string {
  const read = readTypedKey(text)
  if ('accountKey' in read) return read.accountKey
  throw new Refused(CONSOLE.invalid, 'Not a trading account', { account_key: read.reason })
}
