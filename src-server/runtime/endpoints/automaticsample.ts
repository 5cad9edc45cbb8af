import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { addressOf } from '../../contract/public-address.ts'
import { findKit } from '../../kits/find-kit.ts'
import { refuse } from '../answers.ts'
import { defineRawEndpoint } from '../endpoint.ts'

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

  async answer({ app, origin }, { type = '', base = '' }, { keyHandout, kits, addressFor }) {
    const { settings } = app
    const address = base === '' ? addressFor(origin) : addressOf(base)?.url
    const kit = findKit(type)
    if (kit === undefined) return refuse(CODE.failure, 'kitUnknown')
    if (address === undefined) return refuse(CODE.failure)
    const made = await kits.make(settings, kit, keyHandout.keysOf(settings.id) ?? settings, address)
    if (made === undefined) return refuse(CODE.failure, 'kitMode')
    return { contentType: 'application/zip', body: made.zip, fileName: made.name }
  },
})
