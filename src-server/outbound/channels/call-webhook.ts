import { neverLeft } from '../feishu/never-left.ts'
import type { Fetch } from '../feishu/call-service.ts'
import { readJsonObject } from '../read-json-object.ts'

/** A request to a service. Its address may hold a key: nothing may show it. */
export interface WebhookCall {
  readonly url: string
  /** Sent as JSON by POST. Without a body the call is a GET. */
  readonly body?: unknown
}

export interface WebhookReply {
  readonly status: number
  readonly text: string
  /** undefined where the text is no JSON object. */
  readonly json: Readonly<Record<string, unknown>> | undefined
  readonly header: (name: string) => string | undefined
}

/** No reply came. `unsent`: there was no connection, so nothing can have arrived. */
export interface NoReply {
  readonly unsent: boolean
}

/** A service's replies are short. The rest of a longer one isn't read. */
const MOST_BYTES = 64 * 1024

/** Makes one call and follows no redirect, which could lead anywhere. */
export async function callWebhook(
  fetch: Fetch,
  { url, body }: WebhookCall,
  signal: AbortSignal,
): Promise<WebhookReply | NoReply> {
  try {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json; charset=utf-8' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal,
    })
    const text = await readStart(response)
    return {
      status: response.status,
      text,
      json: readJsonObject(text),
      header: (name) => response.headers.get(name) ?? undefined,
    }
  } catch (error) {
    // Errors of fetch hold addresses, and an address may hold a key.
    return { unsent: neverLeft(error) }
  }
}

async function readStart({ body }: Response): Promise<string> {
  if (body === null) return ''
  const stream: AsyncIterable<Uint8Array> = body
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size >= MOST_BYTES) break
  }
  return Buffer.concat(chunks).toString('utf8')
}
