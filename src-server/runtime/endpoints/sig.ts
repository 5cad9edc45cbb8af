import { z } from 'zod'
import { defaultSigScript } from '../../kits/sig-script.ts'
import { encodeHex } from '../../wire/hex.ts'
import { md5Hex } from '../../wire/digests.ts'
import { rc4 } from '../../wire/rc4.ts'
import { defineRawEndpoint } from '../endpoint.ts'

/**
 * The application's signature script, as hex of RC4 under the key md5hex(appkey + app) (docs/protocol.md 9).
 */
export const sig = defineRawEndpoint({
  name: 'sig',
  summary: 'The signature script of the application',
  methods: ['GET', 'POST'],
  whitelisted: true,
  params: z.object({}),
  output: {
    contentType: 'text/plain; charset=utf-8',
    says: 'hex of RC4 over the script, under the key md5hex(appkey + application number)',
  },
  codes: {},

  answer({ app }) {
    const { appkey, id, scripts } = app.settings
    const key = md5Hex(`${appkey}${id}`)
    const script = scripts.sig || defaultSigScript(md5Hex(`${id}${key}`))
    return {
      contentType: 'text/plain; charset=utf-8',
      body: encodeHex(rc4(Buffer.from(key), Buffer.from(script))),
    }
  },
})
