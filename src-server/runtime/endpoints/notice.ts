import { z } from 'zod'
import { text } from '../../contract/described.ts'
import { succeed } from '../answers.ts'
import { defineEndpoint } from '../endpoint.ts'

/** The application's announcement (the specification, notice). */
export const notice = defineEndpoint({
  name: 'notice',
  summary: 'The announcement of the application',
  methods: ['GET', 'POST'],
  whitelisted: true,
  params: z.object({}),
  output: z.object({ app_gg: text('the announcement') }),
  codes: { success: 'the announcement, which may be empty' },

  answer({ app }) {
    return succeed({ app_gg: app.settings.appGg })
  },
})
