import { readJsonObject } from '../read-json-object.ts'

export type Fetch = typeof globalThis.fetch

/** The service's reply. */
export interface ServiceReply {
  readonly status: number
  /** The code in the body, which decides. Undefined when a gateway on the way answered instead. */
  readonly code: number | undefined
  readonly body: Readonly<Record<string, unknown>>
  /** The pause that the service asks for, seconds. */
  readonly retryAfter: number | undefined
}

interface ServiceCall {
  readonly url: string
  /** Sent as JSON by POST. Without a body the call is a GET. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

const RESET_HEADER = 'x-ogw-ratelimit-reset'
/** A longer pause is taken for a mistake of the service, seconds. */
const LONGEST_WAIT = 3600

/**
 * Calls the service and reads the JSON object of the reply.
 * @returns undefined without such a reply: no connection, a time-out, a redirect, or a page of a gateway on
 * the way
 */
export async function callService(
  fetch: Fetch,
  { url, body, headers, signal }: ServiceCall,
): Promise<ServiceReply | undefined> {
  try {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal,
    })
    const text = await response.text()
    const read = readJsonObject(text)
    const { status } = response
    // A gateway that throttles reports it by the status alone.
    if (read === undefined && status !== 429) return undefined
    const code = read?.['code']
    return {
      status,
      code: typeof code === 'number' ? code : undefined,
      body: read ?? {},
      retryAfter: readWait(response.headers.get(RESET_HEADER)),
    }
  } catch {
    // Errors of fetch hold addresses and headers, and say only that no reply came.
    return undefined
  }
}

function readWait(header: string | null): number | undefined {
  const seconds = Math.ceil(Number(header ?? ''))
  return seconds > 0 ? Math.min(seconds, LONGEST_WAIT) : undefined
}
