import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { miss } from './answers.ts'
import { token } from './parameters.ts'
import { definePublicAction } from './public-action.ts'

/** The kit behind a link, without using the link. Ours. */
export const kitLinkAction = definePublicAction({
  name: 'kit_link',
  summary: 'The kit behind a link',
  methods: ['POST'],
  limit: 'lookup',
  params: z.object({ token }),
  codes: { success: 'the kit, and how often the link can be used', failure: 'the link isn’t open' },

  async answer(_call, { token: given }, { kitLinks }) {
    const open = await kitLinks.look(given)
    if (open === undefined) return miss(CODE.failure, 'linkClosed')
    const { link, application } = open
    return {
      payload: {
        product: application.name,
        type: link.type,
        left: link.maxUses - link.used,
        expires_at: link.expiresAt,
      },
    }
  },
})
