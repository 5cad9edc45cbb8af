import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { ClientAddresses } from './client-address.ts'

/** What the settings of HTTPS mean for requests. */
export interface HttpsDoors {
  /** The content of a proof for a certificate authority. */
  proofOf(token: string): string | undefined
  /**
   * Where pages of the plain port lead.
   * @param host the host name that the caller came to
   * @returns an origin, undefined where they stay
   */
  redirectTo(host: string): string | undefined
  /** How long browsers remember to use HTTPS only, seconds. 0 doesn't say it. */
  readonly hsts: number
}

/** The authority's look at the proof. It comes by plain HTTP. */
export function answerProofs(doors: HttpsDoors): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const token = request.params['token']
    const content = typeof token === 'string' ? doors.proofOf(token) : undefined
    if (content === undefined) next()
    else response.type('text/plain').send(content)
  }
}

/** Leads pages to HTTPS, and lets browsers remember it, as far as the owner wants that. */
export function preferHttps(doors: HttpsDoors, addresses: ClientAddresses): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const origin = addresses.originOf(request)
    if (origin.startsWith('https:')) {
      if (doors.hsts > 0) response.set('Strict-Transport-Security', `max-age=${doors.hsts}`)
      next()
      return
    }
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    const target = isPage ? doors.redirectTo(URL.parse(origin)?.hostname ?? '') : undefined
    if (target === undefined) next()
    // Not for ever: the owner may switch it off.
    else response.redirect(307, target + request.originalUrl)
  }
}
