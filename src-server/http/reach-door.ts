import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { ClientAddresses } from './client-address.ts'

/** The calls by which the server knows whether it can be reached. */
export interface ReachDoor {
  readonly ownCalls: { note(token: string): boolean }
  readonly outsideCalls: { note(address: string): void }
}

/** Notes each caller: an outside one proves that the server can be reached. */
export function noteCaller({ outsideCalls }: ReachDoor, addresses: ClientAddresses): RequestHandler {
  return (request, _response, next) => {
    outsideCalls.note(addresses.of(request))
    next()
  }
}

/** Answers the server's own call of its public address. Any other token is an address where nothing is. */
export function answerOwnCall({ ownCalls }: ReachDoor) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (ownCalls.note(request.params[0] ?? '')) response.set('Cache-Control', 'no-store').status(204).end()
    else next()
  }
}
