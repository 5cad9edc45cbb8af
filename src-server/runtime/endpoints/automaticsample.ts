import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { addressOf, withoutSlash } from '../../contract/public-address.ts'
import type { Application } from '../../domain/application/application.ts'
import { findKit } from '../../kits/index.ts'
import { writeZip } from '../../kits/zip.ts'
import { refuse } from '../answers.ts'
import { defineRawEndpoint } from '../endpoint.ts'
import { encrypts } from '../guards.ts'

const RC4_SECOND = 3

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
    const offer = findKit(type ?? '')
    const address = base === '' ? addressFor(origin) : addressOf(base)?.url
    if (offer === undefined) return refuse(CODE.failure, 'kitUnknown')
    if (address === undefined) return refuse(CODE.failure)
    if (!offer.alwaysPlain && !isSpoken(settings)) return refuse(CODE.failure, 'kitMode')
    const { appkey, rc4Key } = keyHandout.keysOf(settings.id) ?? settings
    const files = offer.kit({
      app: settings.id,
      appkey,
      rc4Key,
      version: settings.version,
      address: withoutSlash(address),
      rc4: encrypts(settings),
    })
    return {
      contentType: 'application/zip',
      body: writeZip(files),
      fileName: `pulsekey-${settings.id}-${offer.name}.zip`,
    }
  },
})

/** The kits support plain traffic and RC4-2 only. */
function isSpoken(settings: Application): boolean {
  return !encrypts(settings) || settings.miType === RC4_SECOND
}
