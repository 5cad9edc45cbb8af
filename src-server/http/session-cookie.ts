import type { CookieOptions, Request, Response } from 'express'

/** Browsers accept the `__Host-` prefix and `Secure` only under TLS. */
function nameOf(request: Request): string {
  return request.secure ? '__Host-sid' : 'sid'
}

function optionsOf(request: Request): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: request.secure }
}

export function readSessionCookie(request: Request): string | undefined {
  const wanted = `${nameOf(request)}=`
  const cookie = (request.get('cookie') ?? '').split(/; */).find((pair) => pair.startsWith(wanted))
  const token = cookie?.slice(wanted.length)
  return token === undefined || !/^[\w-]{10,128}$/.test(token) ? undefined : token
}

export function writeSessionCookie(request: Request, response: Response, token: string): void {
  response.cookie(nameOf(request), token, optionsOf(request))
}

export function clearSessionCookie(request: Request, response: Response): void {
  response.clearCookie(nameOf(request), optionsOf(request))
}
