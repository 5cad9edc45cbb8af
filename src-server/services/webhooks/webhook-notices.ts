import { webhookMail } from '../../domain/outbox/webhook-message.ts'
import type { Webhook, WebhookDelivery } from '../../domain/webhook/webhook.ts'
import type { WriteUnit } from '../../store/store.ts'
import type { NoticePost } from '../notices/notice-post.ts'

/** Mails to developers about their webhooks, written in the unit of work of the cause. */
export class WebhookNotices {
  readonly #post: NoticePost

  constructor(post: NoticePost) {
    this.#post = post
  }

  /** @param at Unix seconds */
  async suspended(
    unit: WriteUnit,
    { id, ownerId, name, url }: Webhook,
    { status, error }: Pick<WebhookDelivery, 'status' | 'error'>,
    at: number,
  ): Promise<void> {
    const facts = { name, host: new URL(url).host, answer: status === null ? error : String(status) }
    const key = `webhook:${id}:${at}`
    await this.#post.notify(
      unit,
      ownerId,
      { kind: 'security', purpose: 'webhook', key, write: (language) => webhookMail(language, facts) },
      at,
    )
  }
}
