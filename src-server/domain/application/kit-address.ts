import { SERVER_ADDRESS } from '../../contract/server-address.ts'

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0)$/

/** The addresses that a kit may be given. */
export interface KitAddresses {
  /** The one the call names; empty where it names none. */
  readonly base: string
  /** What the server knows of itself. */
  readonly own: string
  /** The origin the call came to. Its sender wrote it. */
  readonly origin: string
}

/**
 * The address a kit calls: the first available of the named one, the server's own and the one the call came to. An own
 * address that only this machine reaches comes last.
 * @returns undefined where the named one is no address, or none is
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
