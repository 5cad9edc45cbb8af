import { SERVER_ADDRESS } from '../../contract/application-names.ts'

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0)$/

/** The addresses that a kit could call. */
export interface KitAddresses {
  /** The address that the call names. Empty for none. */
  readonly base: string
  /** The server's own address, as far as the server knows it. */
  readonly own: string
  /** The origin the call addressed. The caller can write anything there. */
  readonly origin: string
}

/**
 * The address that a kit calls: the named one, else the server's own, else the origin of the call. An own
 * address that only this machine reaches comes last.
 * @returns undefined when the named address is invalid, or no address is usable
 */
export function kitAddress({ base, own, origin }: KitAddresses): string | undefined {
  if (base !== '') return isAddress(base) ? withoutSlash(base) : undefined
  const candidates = isOfThisMachine(own) ? [origin, own] : [own, origin]
  const found = candidates.find(isAddress)
  return found === undefined ? undefined : withoutSlash(found)
}

function isAddress(text: string): boolean {
  return SERVER_ADDRESS.test(text) && URL.canParse(text)
}

function isOfThisMachine(address: string): boolean {
  return LOOPBACK.test(URL.parse(address)?.hostname ?? '')
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '')
}
