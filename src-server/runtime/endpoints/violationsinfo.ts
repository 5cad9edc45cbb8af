import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { refuse } from '../answers.ts'
import { defineRawEndpoint } from '../endpoint.ts'

/** A reminder to the application's owner by mail; a success says nothing (specification, violationsinfo). */
export const violationsinfo = defineRawEndpoint({
  name: 'violationsinfo',
  methods: ['GET', 'POST'],
  whitelisted: false,
  params: z.object({ msg: z.string().default('') }),

  async answer({ app, ip }, { msg }, { violationReports }) {
    if (msg.trim() === '') return refuse(CODE.failure)
    await violationReports.report(app.settings, msg, ip)
    return { contentType: 'text/plain; charset=utf-8', body: '' }
  },
})
