import { z } from 'zod'
import { encodeHex } from '../../wire/hex.ts'
import { rc4 } from '../../wire/rc4.ts'
import { THIRD_PARTY_NAMES } from '../../wire/third-party-names.ts'
import { defineRawEndpoint } from '../endpoint.ts'

/**
 * The sample values of the specification. The outcome is a sample too: with a real success here, every
 * program that asks only this endpoint would log in.
 */
const SAMPLE = JSON.stringify({
  [THIRD_PARTY_NAMES.outcome]: '示例',
  [THIRD_PARTY_NAMES.id]: '1',
  [THIRD_PARTY_NAMES.created]: '2024-01-01 00:00:00',
  [THIRD_PARTY_NAMES.expires]: '2024-01-02 00:00:00',
  [THIRD_PARTY_NAMES.type]: '天卡',
  [THIRD_PARTY_NAMES.value]: 'SAMPLE-CODE',
  [THIRD_PARTY_NAMES.machine]: 'SAMPLE-MACHINE',
})

/**
 * The login of another product, for programs that try it: fixed samples as hex of RC4 under the appkey (the
 * specification, yyzkmdenglu).
 */
export const yyzkmdenglu = defineRawEndpoint({
  name: 'yyzkmdenglu',
  summary: 'The login of another product, for programs that try it: fixed samples, never a real login',
  methods: ['GET', 'POST'],
  whitelisted: true,
  params: z.object({}),
  output: {
    contentType: 'text/plain; charset=utf-8',
    says: 'hex of RC4 over the samples as JSON, under the appkey',
  },
  codes: {},

  answer({ app }) {
    return {
      contentType: 'text/plain; charset=utf-8',
      body: encodeHex(rc4(Buffer.from(app.settings.appkey), Buffer.from(SAMPLE))),
    }
  },
})
