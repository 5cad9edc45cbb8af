import { z } from 'zod'
import { needed, text } from '../../contract/described.ts'
import { CODE } from '../../contract/error-codes.ts'
import { refuse, succeed } from '../answers.ts'
import { defineEndpoint } from '../endpoint.ts'
import { readAppId } from '../guards.ts'

/**
 * The RC4 key of another application of the same owner (the specification, getrc4). A refusal has code 200
 * and a text.
 */
export const getrc4 = defineEndpoint({
  name: 'getrc4',
  summary: 'The RC4 key of another application of the same owner',
  methods: ['GET'],
  whitelisted: true,
  params: z.object({ appid: needed('the number of the other application') }),
  output: z.union([z.object({ rc4key: text('the RC4 key') }), text('a refusal in words, without a key')]),
  codes: { success: 'the key; or a text and no key, when the application belongs to somebody else' },

  answer({ app }, { appid }, { keyHandout }) {
    const rc4key = keyHandout.findRc4Key(app.settings, readAppId(appid))
    return rc4key === undefined ? refuse(CODE.success, 'rc4KeyRefused') : succeed({ rc4key })
  },
})
