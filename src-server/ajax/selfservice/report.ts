import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { miss } from './answers.ts'
import { reportToken } from './parameters.ts'
import { definePublicAction } from './public-action.ts'

/** The report behind a link. Each answer counts as a view. Ours. */
export const reportAction = definePublicAction({
  name: 'report',
  summary: 'The report of a trading account behind a link',
  methods: ['POST'],
  limit: 'lookup',
  params: z.object({ token: reportToken }),
  codes: { success: 'the report', failure: 'the link isn’t open' },

  async answer(_call, { token: given }, { reportLinks }) {
    const open = await reportLinks.view(given)
    if (open === undefined) return miss(CODE.failure, 'linkClosed')
    const { report, live, expiresAt } = open
    return { payload: { report, live, expires_at: expiresAt } }
  },
})
