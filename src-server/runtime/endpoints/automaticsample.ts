import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import type { Application } from '../../domain/application/application.ts'
import { findKit } from '../../kits/index.ts'
import { writeZip } from '../../kits/zip.ts'
import { refuse } from '../answers.ts'
import { defineRawEndpoint } from '../endpoint.ts'
import { encrypts } from '../guards.ts'

/** What a kit is set to where the call names no `base`: the port the server listens on unless told otherwise. */
const DEFAULT_BASE = 'http://127.0.0.1:8787'
const BASE = /^https?:\/\/[A-Za-z0-9.-]{1,253}(?::\d{1,5})?(?:\/[A-Za-z0-9._~/-]{0,128})?$/
const RC4_SECOND = 3

/**
 * A ready client in one language as a zip (specification, automaticsample): holds the application's keys, so it is off until
 * its developer switches it on. `base`, ours, is the server's address that the client will call.
 */
export const automaticsample = defineRawEndpoint({
  name: 'automaticsample',
  methods: ['GET'],
  whitelisted: false,
  params: z.object({ type: z.string().optional(), base: z.string().optional() }),

  answer({ app }, { type, base }, { keyHandout }) {
    const { settings } = app
    const offer = findKit(type ?? '')
    const address = base || DEFAULT_BASE
    if (offer === undefined) return refuse(CODE.failure, 'kitUnknown')
    if (!BASE.test(address) || !URL.canParse(address)) return refuse(CODE.failure)
    if (!offer.alwaysPlain && !isSpoken(settings)) return refuse(CODE.failure, 'kitMode')
    const { appkey, rc4Key } = keyHandout.keysOf(settings.id) ?? settings
    const files = offer.kit({
      app: settings.id,
      appkey,
      rc4Key,
      version: settings.version,
      address: address.replace(/\/+$/, ''),
      rc4: encrypts(settings),
    })
    return {
      contentType: 'application/zip',
      body: writeZip(files),
      fileName: `pulsekey-${settings.id}-${offer.name}.zip`,
    }
  },
})

/** The kits speak plainly or RC4-2. */
function isSpoken(settings: Application): boolean {
  return !encrypts(settings) || settings.miType === RC4_SECOND
}
