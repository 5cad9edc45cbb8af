import { z } from 'zod'
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
  methods: ['GET'],
  whitelisted: true,
  params: z.object({ appid: z.string().optional() }),

  answer({ app }, { appid }, { keyHandout }) {
    const rc4key = keyHandout.findRc4Key(app.settings, readAppId(appid))
    return rc4key === undefined ? refuse(CODE.success, 'rc4KeyRefused') : succeed({ rc4key })
  },
})
