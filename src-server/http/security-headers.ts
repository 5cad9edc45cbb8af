import type { NextFunction, Request, Response } from 'express'

/** Everything from here, nothing from elsewhere; styles that components insert carry the page's nonce (research/ui.md 5). */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** On everything but api.php, whose clients look at no header. */
export function securityHeaders(_request: Request, response: Response, next: NextFunction): void {
  response.set({
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  })
  next()
}

/** A page elsewhere whose name was made to lead here (DNS rebinding) is told nothing: the loopback console has loopback names. */
export function requireLoopbackName(request: Request, response: Response, next: NextFunction): void {
  if (/^(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]+)?$/.test(request.get('host') ?? '')) next()
  else response.status(421).json({ code: 400, msg: 'The console answers to its loopback address only' })
}
