import type { WebFrameMain } from 'electron'

/** Who asks: the console that our server serves, or a page of the shell itself. */
export type Caller = 'console' | 'shell'

export type Frame = Pick<WebFrameMain, 'url' | 'parent'>

/** The addresses that are trusted at this moment. */
export interface Trusted {
  /** Undefined while the server is down: another program may hold its port by then. */
  readonly consoleUrl: string | undefined
  /** The local page's file: address. */
  readonly shellPage: string
}

/** Only a top frame on one of the two trusted places is somebody. */
export function findCaller(frame: Frame | null, trusted: Trusted): Caller | undefined {
  if (frame?.parent !== null || !URL.canParse(frame.url)) return undefined
  const url = new URL(frame.url)
  if (`${url.protocol}//${url.host}${url.pathname}` === trusted.shellPage) return 'shell'
  if (trusted.consoleUrl === undefined) return undefined
  return url.origin === new URL(trusted.consoleUrl).origin ? 'console' : undefined
}
