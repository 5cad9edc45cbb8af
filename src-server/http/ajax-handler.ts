import type { Request, Response } from 'express'
import { isLoopback } from '../contract/network.ts'
import type { AjaxReply, AjaxRequest } from '../ajax/console/dispatch.ts'
import type { ClientAddresses } from './client-address.ts'
import { readBody } from './read-body.ts'
import { clearSessionCookie, readSessionCookie, writeSessionCookie } from './session-cookie.ts'

/** The maximum size of a console action's input, bytes. An import of codes is the largest input. */
const MOST_JSON = 16 * 1024 * 1024

/**
 * POST /ajax.php: takes JSON and answers `{code, msg, time}`. As on api.php, HTTP is 200 and the body holds
 * the code.
 */
export function createAjaxHandler(
  answer: (request: AjaxRequest) => Promise<AjaxReply>,
  addresses: ClientAddresses,
  door: { readonly loopbackOnly: boolean },
) {
  return async (request: Request, response: Response): Promise<void> => {
    const { act, lang } = request.query
    const body = await readBody(request, MOST_JSON)
    const reply = await answer({
      act: typeof act === 'string' ? act : '',
      body: body === undefined ? undefined : parseJson(body),
      caller: callerOf(request, addresses, door),
      addresses: addresses.describe(request),
      provenance: {
        own: `${request.protocol}://${request.get('host') ?? ''}`,
        origin: request.get('origin'),
        fetchSite: request.get('sec-fetch-site'),
      },
      token: readSessionCookie(request),
      csrf: request.get('x-csrf-token'),
      lang: typeof lang === 'string' ? lang : undefined,
      setSession: (token) => {
        if (token === null) clearSessionCookie(request, response)
        else writeSessionCookie(request, response, token)
      },
    })
    response.set('Cache-Control', 'no-store').json(reply)
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

/** An escaped surrogate, or the second half of a pair. */
const HALF = /(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]/

/**
 * Parses UTF-8 JSON. For other text it gives null, and then the action's schema describes the expected input.
 * A text with a half surrogate pair isn't JSON here, because the store would change it.
 */
function parseJson(body: Uint8Array): unknown {
  if (body.length === 0) return {}
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    const json: unknown = JSON.parse(text)
    // After JSON.stringify, a whole character is no longer an escape, so what remains are half pairs.
    return HALF.test(text) && HALF.test(JSON.stringify(json)) ? null : json
  } catch {
    return null
  }
}
