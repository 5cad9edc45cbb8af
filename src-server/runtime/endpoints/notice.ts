import { z } from 'zod'
import { succeed } from '../answers.ts'
import { defineEndpoint } from '../endpoint.ts'

/** The application's announcement (the specification, notice). */
export const notice = defineEndpoint({
  name: 'notice',
  methods: ['GET', 'POST'],
  whitelisted: true,
  params: z.object({}),

  answer({ app }) {
    return succeed({ app_gg: app.settings.appGg })
  },
})
