import { z } from 'zod'
import { defaultYggScript } from '../../kits/ygg-script.ts'
import { sealAes } from '../../wire/cipher/aes-reply.ts'
import { defineRawEndpoint } from '../endpoint.ts'

/** The application's cloud script, encrypted like a reply of mi_type 4 (docs/protocol.md 9). */
export const ygg = defineRawEndpoint({
  name: 'ygg',
  summary: 'The cloud script of the application',
  methods: ['GET', 'POST'],
  whitelisted: true,
  params: z.object({}),
  output: {
    contentType: 'text/plain; charset=utf-8',
    says: 'the script, encrypted as a reply of mi_type 4, hex',
  },
  codes: {},

  answer({ app }) {
    const { id, rc4Key, scripts, version } = app.settings
    return {
      contentType: 'text/plain; charset=utf-8',
      body: sealAes(scripts.ygg || defaultYggScript(id, version), rc4Key),
    }
  },
})
