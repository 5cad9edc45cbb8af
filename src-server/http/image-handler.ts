import type { Request, Response } from 'express'
import { CONSOLE } from '../contract/error-codes.ts'
import type { ServedImage } from '../contract/records/image.ts'
import type { BodyBudget } from './body-budget.ts'
import type { ClientAddresses } from './client-address.ts'
import { sendPicture } from './send-picture.ts'

/** GET /images/<id>: serves an uploaded picture. A picture of one id never changes. */
export function createImageHandler(
  serve: (id: string) => Promise<ServedImage | undefined>,
  addresses: ClientAddresses,
  pictures: BodyBudget,
) {
  return async (request: Request, response: Response): Promise<void> => {
    const { id } = request.params
    const image = typeof id === 'string' && /^[\w-]{22}$/.test(id) ? await serve(id) : undefined
    if (image === undefined) {
      response.status(404).json({ code: CONSOLE.notFound, msg: 'There is no such picture' })
      return
    }
    response.set('Cache-Control', 'public, max-age=31536000, immutable')
    sendPicture(response, image, pictures.open(addresses.of(request)))
  }
}
