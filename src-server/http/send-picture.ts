import type { Response } from 'express'
import { CONSOLE } from '../contract/error-codes.ts'
import type { ServedImage } from '../contract/records/image.ts'
import type { BodyShare } from './body-budget.ts'

/** When a client tries again that found too many pictures under way, seconds. */
const BUSY_SECONDS = 5

/**
 * Serves an uploaded picture under headers that let it be nothing but a picture, with the type found in its content.
 * It counts in the share until it is out, because each picture takes megabytes.
 */
export function sendPicture(response: Response, { type, bytes }: ServedImage, share: BodyShare): void {
  if (!share.take(bytes.length)) {
    response.status(429).set('Retry-After', String(BUSY_SECONDS))
    response.json({ code: CONSOLE.tooMany, msg: 'Too many pictures at once: try again in a moment' })
    return
  }
  // eslint-disable-next-line local/guarded-callbacks -- it only counts
  response.once('close', share.end)
  response.set({
    'Content-Type': type,
    'Content-Length': String(bytes.length),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Content-Disposition': 'inline',
  })
  response.end(bytes)
}
