import type { Mailer } from '../../contract/ports.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'
import type { ReviewQueue } from '../requests/review-queue.ts'
import type { Risks } from '../risk/risks.ts'
import type { ServiceContext } from '../service-context.ts'
import { DailyMails } from './daily-mails.ts'
import { Digests } from './digests.ts'
import { ExpiryNotices } from './expiry-notices.ts'
import { MailTests } from './mail-tests.ts'
import { OwnNotices } from './own-notices.ts'
import { RequestNotices } from './request-notices.ts'

type Deps = Pick<
  ServiceContext,
  'store' | 'registry' | 'devices' | 'noticePost' | 'markets' | 'clock' | 'random' | 'utcOffset'
> & {
  readonly settings: { readonly current: PlatformSettings }
  readonly reviewQueue: ReviewQueue
  readonly risks: Risks
  readonly mailer: Mailer
}

const HOUR = 3600

export type NoticeServices = ReturnType<typeof createNoticeServices>

/** Mails to operators. Each one goes into the outbox; the deliveries send it. */
export function createNoticeServices(deps: Deps) {
  const { store, registry: applications, noticePost: post, settings, clock, random, utcOffset } = deps
  const expiry = new ExpiryNotices({ ...deps, post, applications })
  const digests = new Digests({ ...deps, post, applications })
  return {
    ownNotices: new OwnNotices({ store, post, clock }),
    mailTests: new MailTests({ store, mailer: deps.mailer, post, settings, clock, random }),
    requestNotices: new RequestNotices({ ...deps, post, applications }),
    dailyMails: new DailyMails({
      post,
      settings,
      clock,
      utcOffset,
      rounds: [
        // The end of a licence is worth a mail later the same day. A digest of the morning is not.
        { within: 24 * HOUR, send: (day) => expiry.send(day) },
        { within: 4 * HOUR, send: (day) => digests.send(day) },
      ],
    }),
  }
}
