import type { MessageServices } from '../ajax/console/messages.ts'
import type { PlatformServices } from '../ajax/console/platform.ts'
import type { RequestServices } from '../ajax/console/requests.ts'
import type { RiskServices } from '../ajax/console/risks.ts'
import type { Clock, Mailer, Random } from '../contract/ports.ts'
import { DailyMails } from '../services/notices/daily-mails.ts'
import { Digests } from '../services/notices/digests.ts'
import { ExpiryNotices } from '../services/notices/expiry-notices.ts'
import { MailTests } from '../services/notices/mail-tests.ts'
import { OwnNotices } from '../services/notices/own-notices.ts'
import { RequestNotices } from '../services/notices/request-notices.ts'
import type { Services } from './compose-services.ts'
import type { Stores } from './open-stores.ts'
import type { Chore } from './schedule.ts'

const HOUR = 3600

/** Mails to those who use the console; each ends in the outbox, from where others deliver it. */
export function composeNotices(parts: {
  readonly stores: Stores
  readonly services: Pick<Services, 'noticePost' | 'registry' | 'devices'>
  readonly platform: Pick<PlatformServices, 'platformSettings'>
  readonly review: Pick<RequestServices, 'requestDesk'>
  readonly risk: RiskServices
  readonly mailer: Mailer
  readonly clock: Clock
  readonly random: Random
  readonly utcOffset: (at: number) => number
}): { readonly console: Pick<MessageServices, 'ownNotices' | 'mailTests'>; readonly chores: readonly Chore[] } {
  const { mailer, clock, random, utcOffset } = parts
  const { store } = parts.stores
  const { noticePost: post, registry: applications, devices } = parts.services
  const settings = parts.platform.platformSettings
  const { requestDesk } = parts.review
  const { risks } = parts.risk
  const expiry = new ExpiryNotices({ store, post, applications, devices, settings, clock, utcOffset })
  const digests = new Digests({ store, post, devices, risks, requestDesk, settings, clock, utcOffset })
  const requests = new RequestNotices({ store, post, applications, settings, clock, utcOffset })
  const daily = new DailyMails({
    post,
    settings,
    clock,
    utcOffset,
    rounds: [
      // A licence that ends is worth a mail later the same day; how things stood in the morning isn't.
      { within: 24 * HOUR, send: (day) => expiry.send(day) },
      { within: 4 * HOUR, send: (day) => digests.send(day) },
    ],
  })
  return {
    console: {
      ownNotices: new OwnNotices({ store, post, clock }),
      mailTests: new MailTests({ store, mailer, post, settings, clock, random }),
    },
    chores: [
      { name: 'daily mails', everyMs: 1000, atStart: true, run: () => daily.sweep() },
      { name: 'request notices', everyMs: 2000, atStart: true, run: () => requests.sweep() },
    ],
  }
}
