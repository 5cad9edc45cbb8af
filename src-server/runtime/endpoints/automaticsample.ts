import { z } from 'zod'
import { needed, optional } from '../../contract/described.ts'
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
  summary: 'A ready client in one language, filled in for the application, as a zip',
  methods: ['GET'],
  whitelisted: false,
  params: z.object({
    type: needed(
      'the language: `andlua1`, `andlua2`, `lua`, `c`, `易语言` (or `epl`), `mql4`, `mql5`, `python`, `javascript`, `php`, `java`',
    ),
    base: optional('the address that the client will call; without it, the public address of the server'),
  }),
  output: { contentType: 'application/zip', says: 'the files of the client' },
  codes: {
    failure:
      'no such `type`, `base` is no address, or the client does not speak the encryption of the application',
  },

  async answer({ app, origin }, { type, base = '' }, { keyHandout, kits, addressFor }) {
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
