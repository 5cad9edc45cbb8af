import type { Request, Response } from 'express'
import { CONSOLE } from '../contract/error-codes.ts'
import type { ServedImage } from '../contract/records/image.ts'

/**
 * GET /images/<id>: serves an uploaded picture under headers that let it be nothing but a picture, with the
 * type found in its content. A picture of one id never changes.
 */
export function createImageHandler(serve: (id: string) => Promise<ServedImage | undefined>) {
  return async (request: Request, response: Response): Promise<void> => {
    const { id } = request.params
    const image = typeof id === 'string' && /^[\w-]{22}$/.test(id) ? await serve(id) : undefined
    if (image === undefined) {
      response.status(404).json({ code: CONSOLE.notFound, msg: 'There is no such picture' })
      return
    }
    response.set({
      'Content-Type': image.type,
      'Content-Length': String(image.bytes.length),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Content-Disposition': 'inline',
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
    response.end(image.bytes)
  }
}
