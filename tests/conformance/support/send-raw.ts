import { request } from 'node:http'
import { request as requestTls } from 'node:https'

export interface RawRequest {
  readonly method: string
  /** After `?`. Where `escaped` is false, characters beyond ASCII go out as bare UTF-8 bytes. */
  readonly query: string
  readonly body?: string | Uint8Array | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface RawResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}

/** Sends a request exactly as given: it adds no header but the Content-Length. */
export function sendRaw(url: string, { method, query, body, headers }: RawRequest): Promise<RawResponse> {
  const base = new URL(url)
  const open = base.protocol === 'https:' ? requestTls : request
  // Node refuses a path with a blank, which clients in the field send.
  const path = `/api.php?${query}`.replaceAll(/[\u0000- \u0080-\uffff]+/g, encodeURIComponent)
  return new Promise((resolve, reject) => {
    const options = { host: base.hostname, port: base.port, path, method, headers: { ...headers } }
    const call = open(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) })
      })
    })
    call.on('error', reject)
    if (body !== undefined) call.setHeader('Content-Length', Buffer.byteLength(body))
    call.end(body)
  })
}
