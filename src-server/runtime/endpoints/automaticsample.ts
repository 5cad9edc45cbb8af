import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { addressOf } from '../../contract/public-address.ts'
import { findKit } from '../../kits/index.ts'
import { refuse } from '../answers.ts'
import { defineRawEndpoint } from '../endpoint.ts'
import { makeKit } from '../kit-maker.ts'

/**
 * A ready client in one language as a zip (the specification, automaticsample). The zip holds the
 * application's keys, so the endpoint is off until the developer switches it on. `base` is our addition: the
 * address the client will call. Without `base` the client calls the public address.
 */
export const automaticsample = defineRawEndpoint({
  name: 'automaticsample',
  methods: ['GET'],
  whitelisted: false,
  params: z.object({ type: z.string().optional(), base: z.string().optional() }),

  answer({ app, origin }, { type, base = '' }, { keyHandout, addressFor }) {
    const { settings } = app
    const address = base === '' ? addressFor(origin) : addressOf(base)?.url
    if (findKit(type ?? '') === undefined) return refuse(CODE.failure, 'kitUnknown')
    if (address === undefined) return refuse(CODE.failure)
    const made = makeKit(settings, type ?? '', keyHandout.keysOf(settings.id) ?? settings, address)
    if (made.outcome !== 'made') return refuse(CODE.failure, 'kitMode')
    return { contentType: 'application/zip', body: made.zip, fileName: made.name }
  },
})
