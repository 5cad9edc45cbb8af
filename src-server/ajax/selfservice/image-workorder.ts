import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { MAX_IMAGE_BYTES } from '../../contract/platform-names.ts'
import { MAX_REQUEST_IMAGES } from '../../contract/request-names.ts'
import { miss, refuse, tooMany } from './answers.ts'
import { text } from './parameters.ts'
import { definePublicAction, type PublicCall, type PublicServices } from './public-action.ts'

const IMAGE_ID = /^[\w-]{22}$/
const UNKNOWN = miss(CODE.requestUnknown, 'requestUnknown')
const REFUSALS = {
  unknown: UNKNOWN,
  notOpen: refuse(CODE.failure, 'requestEnded'),
  full: refuse(CODE.failure, 'imagesFull'),
  notImage: refuse(CODE.uploadType),
}

/**
 * GET outputs a request's picture to everybody who knows its name (specification, image_workorder): the sender, the people
 * who follow the request by its number, and the reviewers. POST, ours, adds one more to an open request: the body is the
 * file, and the URL has the request's number.
 */
export const imageWorkorderAction = definePublicAction({
  name: 'image_workorder',
  summary: 'GET: a picture of a request. POST: adds one to an open request',
  methods: ['GET', 'POST'],
  limit: 'none',
  upload: MAX_IMAGE_BYTES,
  params: z.object({
    id: text.meta({ description: 'GET: the picture, as `request_status` names it' }),
    request: text.meta({ description: 'POST, in the URL: the number of the request' }),
  }),
  codes: {
    success: 'POST: the picture is added. A good GET has no code: it is the picture itself',
    mt5NotFound: 'GET: there is no such picture',
    requestUnknown: 'POST: there is no such request',
    failure: 'POST: the request is decided, or has three pictures',
    uploadType: 'POST: the body is no whole PNG, JPEG or WebP of at most 40 million pixels',
    tooLarge: 'POST: over 5 MB (also the HTTP status)',
    tooMany: 'POST: over 60 tries in ten minutes or 30 pictures an hour (also the HTTP status)',
  },

  /** Nobody sends megabytes here for a request that takes none. */
  async beforeBody({ method, ip, now }, { request: number }, { limits, requests }) {
    if (method === 'GET') return undefined
    const wait = limits.lookUp('image_workorder', ip, now) || limits.picture(ip, now)
    if (wait > 0) return tooMany(wait)
    const found = await requests.follow(number)
    if (found === undefined) return UNKNOWN
    if (found.request.state !== 'pending') return REFUSALS.notOpen
    return found.pictures.length >= MAX_REQUEST_IMAGES ? REFUSALS.full : undefined
  },

  async answer(call, { id, request: number }, services) {
    if (call.method === 'GET') return outputPicture(id, services)
    return takePicture(call, number, services)
  },
})

async function outputPicture(id: string, { requests }: PublicServices) {
  const picture = IMAGE_ID.test(id) ? await requests.imageOf(id) : undefined
  return picture === undefined ? refuse(CODE.mt5NotFound, 'imageUnknown') : { picture }
}

async function takePicture({ bytes, ip }: PublicCall, number: string, { requests }: PublicServices) {
  const added = await requests.addImage(number, bytes, ip)
  return 'refused' in added ? REFUSALS[added.refused] : { payload: added }
}
