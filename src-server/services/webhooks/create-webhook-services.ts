import type { OutsidePoster } from '../../contract/ports.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'
import type { DeliveryRounds } from '../messenger/delivery-rounds.ts'
import type { ServiceContext } from '../service-context.ts'
import { WebhookEnds } from './webhook-ends.ts'
import { WebhookLog } from './webhook-log.ts'
import { WebhookNotices } from './webhook-notices.ts'
import { WebhookSender } from './webhook-sender.ts'
import { Webhooks } from './webhooks.ts'

type Deps = Pick<ServiceContext, 'store' | 'steward' | 'noticePost' | 'clock' | 'random' | 'log'> & {
  readonly settings: { readonly current: PlatformSettings }
  readonly poster: OutsidePoster
}

export type WebhookServices = ReturnType<typeof createWebhookServices>

/** Webhooks of developers: their set-up, their log, and the sweep for licences that ended. */
export function createWebhookServices(deps: Deps) {
  const ends = new WebhookEnds(deps)
  const notices = new WebhookNotices(deps.noticePost)
  return {
    webhooks: new Webhooks({ ...deps, ends }),
    webhookLog: new WebhookLog(deps),
    webhookEnds: ends,
    makeWebhookSender: (rounds: DeliveryRounds) => new WebhookSender({ ...deps, notices, rounds }),
  }
}
