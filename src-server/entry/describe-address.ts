import { withoutSlash } from '../contract/public-address.ts'
import type { PublicAddress } from '../services/platform/public-address.ts'

const REACH = {
  public: '',
  private: ', which only its own network reaches',
  loopback: ', which only this machine reaches',
}

/** Where programs of customers reach the server: a line of the start. None while only the listener's own address is known. */
export function describeAddress({ url, isSet, reach }: PublicAddress): string[] {
  if (!isSet && reach === 'loopback') return []
  const what = isSet ? 'Public address' : 'Public address (a guess: set it in Settings)'
  return [`${what}: ${withoutSlash(url)}${REACH[reach]}`]
}
