import type { Request, Response } from 'express'
import type { OpenLive } from '../ajax/console/live.ts'
import { CONSOLE } from '../contract/error-codes.ts'
import type { Clock } from '../contract/ports.ts'
import { readSessionCookie } from './session-cookie.ts'

/** Proxies cut a connection that says nothing; a comment now and then is nothing to a client, milliseconds. */
const COMMENT_EVERY_MS = 15_000

/** GET /ajax.php?act=live with the session cookie: server-sent events (console-api.md). */
export function createLiveHandler(openLive: OpenLive, clock: Clock) {
  return async (request: Request, response: Response): Promise<void> => {
    const makeSink = () => {
      response.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      })
      // Who missed nothing gets no event yet, and is connected all the same.
      response.flushHeaders()
      return { send: (chunk: string) => response.write(chunk), backlog: () => response.writableLength }
    }
    const leave = await openLive(readSessionCookie(request), makeSink, request.get('last-event-id'))
    if (leave === undefined) {
      response.set('Cache-Control', 'no-store').status(401)
      response.json({ code: CONSOLE.notSignedIn, msg: 'Please sign in', time: clock.now() })
      return
    }
    const comment = setInterval(() => response.write(':\n\n'), COMMENT_EVERY_MS)
    response.on('close', () => {
      clearInterval(comment)
      leave()
    })
  }
}
