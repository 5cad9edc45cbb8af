import type { Request, Response } from 'express'
import { CONSOLE } from '../contract/error-codes.ts'
import type { Clock } from '../contract/ports.ts'
import type { Sessions } from '../services/sessions.ts'
import type { LiveStream } from '../telemetry/live-stream.ts'
import { readSessionCookie } from './session-cookie.ts'

/** Proxies cut a connection that says nothing; a comment now and then is nothing to a client, milliseconds. */
const COMMENT_EVERY_MS = 15_000

/** GET /ajax.php?act=live with the session cookie: server-sent events (console-api.md). */
export function createLiveHandler(parts: { sessions: Sessions; stream: LiveStream; clock: Clock }) {
  return async (request: Request, response: Response): Promise<void> => {
    const token = readSessionCookie(request)
    const session = token === undefined ? undefined : await parts.sessions.authenticate(token)
    if (session === undefined) {
      response.set('Cache-Control', 'no-store').status(401)
      response.json({ code: CONSOLE.notSignedIn, msg: 'Please sign in', time: parts.clock.now() })
      return
    }
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    })
    const leave = parts.stream.subscribe(
      session.actor,
      { send: (chunk) => response.write(chunk), backlog: () => response.writableLength },
      request.get('last-event-id'),
    )
    const comment = setInterval(() => response.write(':\n\n'), COMMENT_EVERY_MS)
    response.on('close', () => {
      clearInterval(comment)
      leave()
    })
  }
}
