import type { Request, Response } from 'express'
import type { Live } from '../ajax/console/dispatch.ts'
import { CONSOLE } from '../contract/error-codes.ts'
import { guarded } from '../contract/guarded.ts'
import type { Clock, Log } from '../contract/ports.ts'
import { readSessionCookie } from './session-cookie.ts'

/**
 * The interval at which the server checks the session, which may have expired, and sends a comment, because
 * proxies cut silent connections.
 */
const LOOK_EVERY_MS = 5000

/** GET /ajax.php?act=live with the session cookie: server-sent events. */
export function createLiveHandler(live: Live, clock: Clock, log: Log) {
  return async (request: Request, response: Response): Promise<void> => {
    let stop = (): void => undefined
    // Stops at once, because nothing may be written after the end, and the response closes only a turn later.
    const end = guarded(log, 'live.end', () => {
      stop()
      response.end()
    })
    const makeSink = () => {
      response.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      })
      // A client that missed nothing gets no event yet, but must see that it is connected.
      response.flushHeaders()
      return { send: (chunk: string) => response.write(chunk), backlog: () => response.writableLength, end }
    }
    const token = readSessionCookie(request) ?? ''
    const viewer = await live.open(token, makeSink, request.get('last-event-id'))
    if (viewer === undefined) {
      response.set('Cache-Control', 'no-store').status(401)
      response.json({ code: CONSOLE.notSignedIn, msg: 'Please sign in', time: clock.now() })
      return
    }
    const { ended } = live
    const lookAgain = guarded(log, 'live.look', () => {
      viewer.mayStay().then((stays) => {
        if (response.writableEnded) return
        if (stays) response.write(':\n\n')
        else end()
      }, end)
    })
    const look = setInterval(lookAgain, LOOK_EVERY_MS)
    stop = guarded(log, 'live.stop', () => {
      ended.removeEventListener('abort', end)
      request.socket.off('end', end)
      clearInterval(look)
      viewer.leave()
    })
    ended.addEventListener('abort', end)
    // A half-closed connection would wait for the end of the answer, which has none.
    request.socket.once('end', end)

    response.on('close', stop)
    // The client left, or was shut out, before the handlers were set.
    if (response.writableEnded || response.destroyed) stop()
  }
}
