import type { Request, Response } from 'express'
import { isLoopback } from '../contract/network.ts'
import { holdsSecrets } from '../contract/secret-answers.ts'
import type { AjaxReply, AjaxRequest } from '../ajax/console/dispatch.ts'
import type { BodyBudget } from './body-budget.ts'
import { keepPlain } from './compress-answers.ts'
import type { ClientAddresses } from './client-address.ts'
import { readInput } from './read-body.ts'
import { clearSessionCookie, readSessionCookie, writeSessionCookie } from './session-cookie.ts'

/**
 * POST /ajax.php: takes JSON and answers `{code, msg, time}`. As on api.php, HTTP is 200 and the body holds
 * the code. Only refusals of the body itself have their code as the status too.
 */
export function createAjaxHandler(
  answer: (request: AjaxRequest) => Promise<AjaxReply | undefined>,
  addresses: ClientAddresses,
  bodies: BodyBudget,
  door: { readonly loopbackOnly: boolean },
) {
  return async (request: Request, response: Response): Promise<void> => {
    const { act, lang } = request.query
    const reply = await answer({
      act: typeof act === 'string' ? act : '',
      isEncoded: isEncoded(request),
      readInput: (size) => readInput(request, response, size, bodies.open(addresses.of(request))),
      caller: callerOf(request, addresses, door),
      addresses: addresses.describe(request),
      provenance: {
        own: addresses.originOf(request),
        origin: request.get('origin'),
        fetchSite: request.get('sec-fetch-site'),
      },
      token: readSessionCookie(request),
      bearer: bearerOf(request),
      csrf: request.get('x-csrf-token'),
      lang: typeof lang === 'string' ? lang : undefined,
      setSession: (token) => {
        if (token === null) clearSessionCookie(request, response)
        else writeSessionCookie(request, response, token)
      },
    })
    if (reply === undefined) return
    const { status, ...json } = reply
    if (typeof act === 'string' && holdsSecrets(act)) keepPlain(response)
    response
      .status(status ?? 200)
      .set('Cache-Control', 'no-store')
      .json(json)
  }
}

/** A caller of the console's own listener sits at this machine, unless a trusted proxy names another address. */
function callerOf(
  request: Request,
  addresses: ClientAddresses,
  { loopbackOnly }: { readonly loopbackOnly: boolean },
): AjaxRequest['caller'] {
  const ip = addresses.of(request)
  return { ip, userAgent: request.get('user-agent') ?? '', isLocal: loopbackOnly && isLoopback(ip) }
}

/** The token of `Authorization: Bearer`; undefined without this header. Another scheme is no token. */
function bearerOf(request: Request): string | undefined {
  return /^bearer +(\S+) *$/i.exec(request.get('authorization') ?? '')?.[1]
}

/** Whether the body is packed: the server unpacks none. */
export function isEncoded(request: Request): boolean {
  const encoding = request.get('content-encoding')?.trim().toLowerCase() ?? ''
  return encoding !== '' && encoding !== 'identity'
}
