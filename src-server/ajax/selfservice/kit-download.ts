import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { Refused } from '../../services/refused.ts'
import { miss, refuseAsWire } from './answers.ts'
import { trimmed } from './parameters.ts'
import { definePublicAction } from './public-action.ts'

/** The kit behind a link, as a zip in base64. It uses the link once. Ours. */
export const kitDownloadAction = definePublicAction({
  name: 'kit_download',
  methods: ['POST'],
  limit: 'lookup',
  params: z.object({ token: trimmed }),

  async answer({ ip, cameTo }, { token }, { kitLinks }) {
    try {
      const kit = await kitLinks.download(token, ip, cameTo)
      return kit === undefined ? miss(CODE.failure, 'linkClosed') : { payload: kit }
    } catch (error) {
      if (error instanceof Refused) return refuseAsWire(CODE.failure, 'kitMode')
      throw error
    }
  },
})
