import type { NextFunction, Request, Response } from 'express'
import { isPublicAction, type PublicReply, type PublicRequest } from '../ajax/selfservice/dispatch.ts'
import type { ClientAddresses } from './client-address.ts'
import { isEncoded } from './ajax-handler.ts'
import type { Bodies, BodyShare } from './body-budget.ts'
import { readBody } from './read-body.ts'
import { CORS } from './reply-headers.ts'
import { sendPicture } from './send-picture.ts'
import { allowOrigins } from './runtime-handler.ts'

/**
 * A longer body is an upload, and this many uploads are read at once, because each one takes megabytes of
 * memory.
 */
const UPLOAD_BYTES = 1024 * 1024
const MOST_UPLOADS = 16

export interface SelfServiceDoor {
  readonly answer: (request: PublicRequest) => Promise<PublicReply | undefined>
  readonly addresses: ClientAddresses
  readonly bodies: Pick<Bodies, 'public' | 'pictures'>
}

type Body = Awaited<ReturnType<PublicRequest['readBody']>>

/**
 * The public actions of ajax.php: they come before the console's guards, use no cookie, and are open to any
 * page. Other actions go on to the console, if this listener serves it.
 * @param console whether this listener serves the console
 */
export function createSelfServiceHandler(door: SelfServiceDoor, console: boolean) {
  let uploads = 0
  const read = async (request: Request, response: Response, limit: number): Promise<Body> => {
    const share = door.bodies.public.open(door.addresses.of(request))
    if (limit < UPLOAD_BYTES) return readBody(request, response, limit, share)
    if (uploads >= MOST_UPLOADS) return 'busy'
    uploads++
    try {
      return await readBody(request, response, limit, share)
    } finally {
      uploads--
    }
  }
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const query = queryOf(request.originalUrl)
    const act = actOf(query)
    if (!isPublicAction(act)) {
      next()
      return
    }
    if (request.method === 'OPTIONS') {
      allowOrigins(response)
      return
    }
    const reply = await door.answer({
      act,
      method: request.method,
      query,
      ip: door.addresses.of(request),
      cameTo: door.addresses.originOf(request),
      console,
      isEncoded: isEncoded(request),
      readBody: (limit) => read(request, response, limit),
    })
    if (reply !== undefined)
      send(response, reply, () => door.bodies.pictures.open(door.addresses.of(request)))
  }
}

/**
 * Refuses every call of /ajax.php that no other handler served, with HTTP 200 like every business answer.
 * Other pages can't read this reply, because only public actions allow that.
 */
export function createUnknownActionHandler({ answer, addresses }: SelfServiceDoor, console: boolean) {
  return async (request: Request, response: Response): Promise<void> => {
    const { method, originalUrl } = request
    const query = queryOf(originalUrl)
    const reply = await answer({
      act: '',
      method,
      query,
      ip: addresses.of(request),
      cameTo: addresses.originOf(request),
      console,
      isEncoded: false,
      readBody: () => Promise.resolve('gone'),
    })
    if (reply === undefined || 'picture' in reply) return
    response.status(reply.status).set('Cache-Control', 'no-store').json(reply.json)
  }
}

function queryOf(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}

/** The last `act` counts, as for every parameter. An escaped one is never a public action. */
function actOf(query: string): string {
  return Array.from(query.matchAll(/(?:^|&)act=([^&]*)/g)).at(-1)?.[1] ?? ''
}

function send(response: Response, reply: PublicReply, openShare: () => BodyShare): void {
  response.set({ [CORS[0]]: CORS[1], 'Cache-Control': 'no-store' })
  if ('picture' in reply) {
    sendPicture(response, reply.picture, openShare())
    return
  }
  if (reply.retryAfter !== undefined) {
    response.set({
      'Retry-After': String(reply.retryAfter),
      'Access-Control-Expose-Headers': 'Retry-After',
    })
  }
  response.status(reply.status).json(reply.json)
}
