import { readJsonObject } from '../read-json-object.ts'

export type Fetch = typeof globalThis.fetch

/** What the service answered. */
export interface ServiceReply {
  readonly status: number
  /** The body's own, which decides; undefined where a gateway on the way answered in its place. */
  readonly code: number | undefined
  readonly body: Readonly<Record<string, unknown>>
  /** What the service asks to be waited, seconds. */
  readonly retryAfter: number | undefined
}

interface ServiceCall {
  readonly url: string
  /** Sent as JSON by POST; without one it is a GET. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

const RESET_HEADER = 'x-ogw-ratelimit-reset'
/** What is asked for longer is asked for by mistake, seconds. */
const LONGEST_WAIT = 3600

/**
 * Calls the service and reads the JSON object that comes back.
 * @returns undefined where none came: no connection, too late, a redirect, or a page of some gateway on the way
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
    // A gateway that throttles says so by its status alone.
    if (read === undefined && status !== 429) return undefined
    const code = read?.['code']
    return {
      status,
      code: typeof code === 'number' ? code : undefined,
      body: read ?? {},
      retryAfter: readWait(response.headers.get(RESET_HEADER)),
    }
  } catch {
    // What fetch throws holds addresses and headers, and says no more than "it didn't come".
    return undefined
  }
}

function readWait(header: string | null): number | undefined {
  const seconds = Math.ceil(Number(header ?? ''))
  return seconds > 0 ? Math.min(seconds, LONGEST_WAIT) : undefined
}
