import type { WebFrameMain } from 'electron'

/**
 * The caller: the console of this machine's own server, the console of a remote server, or a page of the
 * shell.
 */
export type Caller = 'console' | 'remote' | 'shell'

export type Frame = Pick<WebFrameMain, 'url' | 'parent'>

/** The addresses that are trusted at this moment. */
export interface Trusted {
  /** Undefined while the server is down, because another program may have its port by then. */
  readonly consoleUrl: string | undefined
  /** The console belongs to a remote server. */
  readonly isRemote: boolean
  /** The local pages' file: addresses. */
  readonly shellPages: readonly string[]
}

/** Only a top frame at one of the trusted addresses is a caller. */
export function findCaller(frame: Frame | null, trusted: Trusted): Caller | undefined {
  if (frame?.parent !== null || !URL.canParse(frame.url)) return undefined
  const url = new URL(frame.url)
  if (trusted.shellPages.includes(`${url.protocol}//${url.host}${url.pathname}`)) return 'shell'
  if (trusted.consoleUrl === undefined || url.origin !== new URL(trusted.consoleUrl).origin) return undefined
  return trusted.isRemote ? 'remote' : 'console'
}
