import { z } from 'zod'
import { needed } from '../../contract/described.ts'
import { CODE } from '../../contract/error-codes.ts'
import type { ReportOutcome } from '../../services/devices/violation-reports.ts'
import { refuse, type RawAnswer } from '../answers.ts'
import { defineRawEndpoint } from '../endpoint.ts'
import { tooOften } from './too-often.ts'

const PLAIN = 'text/plain; charset=utf-8'
const NOTHING: RawAnswer = { contentType: PLAIN, body: '' }

const CODES = {
  noMailbox: CODE.mailboxMissing,
  unwanted: CODE.internal,
} as const satisfies Partial<Record<ReportOutcome, number>>

/**
 * Sends a mail to the application's owner (the specification, violationsinfo). An empty answer means that the
 * server accepted the mail for delivery. Without a mail server or a mailbox the answer is 165. Any other
 * refusal is 500.
 */
export const violationsinfo = defineRawEndpoint({
  name: 'violationsinfo',
  summary: 'Sends a mail to the owner of the application, such as a report of a violation',
  methods: ['GET', 'POST'],
  whitelisted: false,
  params: z.object({ msg: needed('the text of the mail') }),
  output: { contentType: PLAIN, says: 'empty: the server accepted the mail for delivery' },
  codes: {
    failure: 'no text; or too often: five mails an hour (the text is that of 429)',
    mailboxMissing: 'the server has no mail server, or the owner no mailbox',
    internal: 'the owner does not want these mails',
  },

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
