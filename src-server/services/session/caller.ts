import { networkOf } from '../../contract/network.ts'

/** Where a request comes from, before the server knows the session. */
export interface Caller {
  readonly ip: string
  readonly userAgent: string
  /** It came to the console's own listener, which only this machine reaches, and through no proxy. */
  readonly isLocal: boolean
}

/** Where a password or a code comes from, for the limits of wrong ones. */
export interface Origin extends Pick<Caller, 'ip' | 'isLocal'> {
  /** The caller already has a session of this name. */
  readonly isSignedIn?: boolean
}

/** Failures of every caller at the console's own listener count together, and apart from all others. */
export const LOCAL = 'loopback'

/**
 * The key under which failures count. A stranger shares it with nobody who sits at this machine, and with nobody who
 * is signed in already.
 */
export function originKey({ ip, isLocal, isSignedIn = false }: Origin): string {
  if (isLocal) return LOCAL
  return isSignedIn ? `signed in ${networkOf(ip)}` : networkOf(ip)
}
