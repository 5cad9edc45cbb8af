import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { Refused } from '../../services/refused.ts'
import { miss, refuseAsWire } from './answers.ts'
import { token } from './parameters.ts'
import { definePublicAction } from './public-action.ts'

/** The kit behind a link, as a zip in base64. It uses the link once. Ours. */
export const kitDownloadAction = definePublicAction({
  name: 'kit_download',
  summary: 'The kit of a link, which uses the link once',
  methods: ['POST'],
  limit: 'lookup',
  params: z.object({ token }),
  codes: {
    success: 'the kit',
    failure: 'the link isn’t open, or the kit doesn’t speak the encryption of the application any more',
  },

  async answer({ ip, cameTo }, { token: given }, { kitLinks }) {
    try {
      const kit = await kitLinks.download(given, ip, cameTo)
      return kit === undefined ? miss(CODE.failure, 'linkClosed') : { payload: kit }
    } catch (error) {
      if (error instanceof Refused) return refuseAsWire(CODE.failure, 'kitMode')
      throw error
    }
  },
})
