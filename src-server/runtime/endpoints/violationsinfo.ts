import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import type { ReportOutcome } from '../../services/devices/violation-reports.ts'
import { refuse, type RawAnswer } from '../answers.ts'
import { defineRawEndpoint } from '../endpoint.ts'
import { tooOften } from './too-often.ts'

const NOTHING: RawAnswer = { contentType: 'text/plain; charset=utf-8', body: '' }

const CODES: Record<ReportOutcome, number> = {
  accepted: CODE.success,
  noMailbox: CODE.mailboxMissing,
  unwanted: CODE.internal,
  tooOften: CODE.failure,
}

/**
 * Sends a mail to the application's owner (the specification, violationsinfo). An empty answer means that the
 * server accepted the mail for delivery. Without a mail server or a mailbox the answer is 165. Any other
 * refusal is 500.
 */
export const violationsinfo = defineRawEndpoint({
  name: 'violationsinfo',
  methods: ['GET', 'POST'],
  whitelisted: false,
  params: z.object({ msg: z.string().default('') }),

  async answer({ app, ip, keep }, { msg }, { violationReports }) {
    if (msg.trim() === '') return refuse(CODE.failure)
    const outcome = await violationReports.report(app.settings, { msg, ip }, (unit) => keep(unit, NOTHING))
    switch (outcome) {
      case 'accepted':
        return NOTHING
      case 'tooOften':
        return tooOften(app.settings)
      default:
        return refuse(CODES[outcome])
    }
  },
})
