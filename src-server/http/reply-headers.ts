import type { HttpReply } from '../runtime/call.ts'

/** Any page may call api.php, without credentials. */
export const CORS = ['Access-Control-Allow-Origin', '*'] as const

export const SIGNATURE_HEADER = 'X-Pulsekey-Signature'

/** The headers of a reply: names and values alternate. */
export function replyHeaders(reply: HttpReply, contentLength: number): string[] {
  const headers = headersBeforeSignature(reply, contentLength)
  if (reply.signature !== undefined) headers.push(SIGNATURE_HEADER, reply.signature)
  return headers
}

/** The headers that replies of one length have in common. */
export function headersBeforeSignature(reply: HttpReply, contentLength: number): string[] {
  const headers = [
    'Content-Type',
    reply.contentType,
    'Content-Length',
    String(contentLength),
    'Cache-Control',
    'no-store',
    ...CORS,
  ]
  if (reply.encoding !== undefined)
    headers.push('Content-Encoding', reply.encoding, 'Vary', 'Accept-Encoding')
  if (reply.fileName !== undefined) {
    headers.push(
      'Content-Disposition',
      `attachment; filename="${reply.fileName}"`,
      'X-Content-Type-Options',
      'nosniff',
    )
  }
  if (reply.signature !== undefined) headers.push('Access-Control-Expose-Headers', SIGNATURE_HEADER)
  return headers
}
