import type { NextFunction, Request, Response } from 'express'
import type { ServerAddress } from '../contract/public-address.ts'
import type { ClientAddresses } from './client-address.ts'

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

const LOOPBACK_NAME = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]+)?$/i

/**
 * Refuses pages of another name that resolves to this server (DNS rebinding): the loopback console answers
 * only under loopback names, and to a trusted proxy under the name of the public address. The Host header decides,
 * because a page can't change it.
 */
export function requireLoopbackName({
  addresses,
  chosenAddress,
}: {
  readonly addresses: Pick<ClientAddresses, 'trusts'>
  readonly chosenAddress: () => ServerAddress | undefined
}) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const host = request.get('host') ?? ''
    const isPublicName = () => {
      const origin = chosenAddress()?.origin
      const name = URL.parse(`http://${host}`)?.hostname
      return origin !== undefined && name !== undefined && name === URL.parse(origin)?.hostname
    }
    if (LOOPBACK_NAME.test(host) || (addresses.trusts(request.socket.remoteAddress) && isPublicName())) next()
    else response.status(421).json({ code: 400, msg: refusalOf(host) })
  }
}

function refusalOf(host: string): string {
  const name = host.replace(/[^ -~]/g, '?').slice(0, 255)
  return `The console answers to its loopback address only. This request came for ${name}. A proxy in front must be a trusted proxy, and pass on the name of the public address`
}
