import type { Request, Response } from 'express'
import type { Live } from '../ajax/console/live.ts'
import { CONSOLE } from '../contract/error-codes.ts'
import type { Clock } from '../contract/ports.ts'
import { readSessionCookie } from './session-cookie.ts'

/**
 * How often the session is looked at again, which may be over by the clock, and a comment sent: proxies cut a connection that
 * says nothing.
 */
const LOOK_EVERY_MS = 5000

/** GET /ajax.php?act=live with the session cookie: server-sent events (console-api.md). */
export function createLiveHandler(live: Live, clock: Clock) {
  return async (request: Request, response: Response): Promise<void> => {
    let stop = (): void => undefined
    // Nothing may be written after the end, and it takes a turn until the response is closed.
    const end = () => {
      stop()
      response.end()
    }
    const makeSink = () => {
      response.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      })
      // Who missed nothing gets no event yet, and is connected all the same.
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
    const look = setInterval(() => {
      viewer.mayStay().then((stays) => {
        if (response.writableEnded) return
        if (stays) response.write(':\n\n')
        else end()
      }, end)
    }, LOOK_EVERY_MS)
    stop = () => {
      ended.removeEventListener('abort', end)
      request.socket.off('end', end)
      clearInterval(look)
      viewer.leave()
    }
    ended.addEventListener('abort', end)
    // A half-closed connection waits for the end of its answer, which this one doesn't have.
    request.socket.once('end', end)
    response.on('close', stop)
    // Shut out before all this stood, or cut off by himself.
    if (response.writableEnded || response.destroyed) stop()
  }
}
