import type { Request, Response } from 'express'
import type { AjaxReply, AjaxRequest } from '../ajax/console/dispatch.ts'
import type { ClientAddresses } from './client-address.ts'
import { readBody } from './read-body.ts'
import { clearSessionCookie, readSessionCookie, writeSessionCookie } from './session-cookie.ts'

/** A console action's input, bytes: an import of codes is the largest. */
const MOST_JSON = 16 * 1024 * 1024

/** POST /ajax.php: JSON in, `{code, msg, time}` out, HTTP 200 with the code inside as on api.php. */
export function createAjaxHandler(
  answer: (request: AjaxRequest) => Promise<AjaxReply>,
  addresses: ClientAddresses,
) {
  return async (request: Request, response: Response): Promise<void> => {
    const { act, lang } = request.query
    const body = await readBody(request, MOST_JSON)
    const reply = await answer({
      act: typeof act === 'string' ? act : '',
      body: body === undefined ? undefined : parseJson(body),
      caller: { ip: addresses.of(request), userAgent: request.get('user-agent') ?? '' },
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

/** An escaped half of a character, or the one behind it. */
const HALF = /(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]/

/**
 * Null for what is no JSON in UTF-8: the action's schema then says what it wants. Half a character is none: it would be stored
 * as another.
 */
function parseJson(body: Uint8Array): unknown {
  if (body.length === 0) return {}
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    const json: unknown = JSON.parse(text)
    // Written anew, a whole character is no escape any more.
    return HALF.test(text) && HALF.test(JSON.stringify(json)) ? null : json
  } catch {
    return null
  }
}
