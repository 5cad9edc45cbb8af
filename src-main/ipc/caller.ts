import type { WebFrameMain } from 'electron'

/** Who asks: the console of this machine's own server, that of a server elsewhere, or a page of the shell itself. */
export type Caller = 'console' | 'remote' | 'shell'

export type Frame = Pick<WebFrameMain, 'url' | 'parent'>

/** The addresses that are trusted at this moment. */
export interface Trusted {
  /** Undefined while the server is down: another program may hold its port by then. */
  readonly consoleUrl: string | undefined
  /** The console is a server's elsewhere. */
  readonly isRemote: boolean
  /** The local pages' file: addresses. */
  readonly shellPages: readonly string[]
}

/** Only a top frame on one of the trusted places is somebody. */
export function findCaller(frame: Frame | null, trusted: Trusted): Caller | undefined {
  if (frame?.parent !== null || !URL.canParse(frame.url)) return undefined
  const url = new URL(frame.url)
  if (trusted.shellPages.includes(`${url.protocol}//${url.host}${url.pathname}`)) return 'shell'
  if (trusted.consoleUrl === undefined || url.origin !== new URL(trusted.consoleUrl).origin) return undefined
  return trusted.isRemote ? 'remote' : 'console'
}
