export type Fetch = typeof globalThis.fetch

/** A JSON object the service answered with, `code` among its members. */
export type ServiceReply = Readonly<Record<string, unknown>> & { readonly code: number }

/**
 * POSTs JSON and reads the JSON object that comes back.
 * @returns undefined where none came: no connection, too late, a redirect, or a page of some gateway on the way
 */
export async function postJson(
  fetch: Fetch,
  url: string,
  body: unknown,
  options: { readonly headers?: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<ServiceReply | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', ...options.headers },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: options.signal,
    })
    const reply: unknown = await response.json()
    return isServiceReply(reply) ? reply : undefined
  } catch {
    // What fetch throws holds addresses and headers, and says no more than "it didn't come".
    return undefined
  }
}

function isServiceReply(reply: unknown): reply is ServiceReply {
  return typeof reply === 'object' && reply !== null && 'code' in reply && typeof reply.code === 'number'
}
