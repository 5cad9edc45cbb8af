import type { NextFunction, Request, Response } from 'express'

/** Allows only content of this server. Styles inserted by components carry the page's nonce. */
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

/** On every response except api.php's, whose clients read no headers. */
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

/**
 * Refuses pages of another name that resolves to this server (DNS rebinding): the loopback console answers
 * only under loopback names.
 */
export function requireLoopbackName(request: Request, response: Response, next: NextFunction): void {
  if (/^(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]+)?$/i.test(request.get('host') ?? '')) next()
  else response.status(421).json({ code: 400, msg: 'The console answers to its loopback address only' })
}
