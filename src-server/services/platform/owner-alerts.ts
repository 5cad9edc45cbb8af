import type { MessagePurpose } from '../../contract/outgoing-names.ts'
import type { Application } from '../../domain/application/application.ts'
import { reachesAdministrator } from '../../domain/application/messenger-bot.ts'
import type { MailLanguage, MailText } from '../../domain/outbox/mail-text.ts'
import type { PersonClock } from '../alerts/person-zones.ts'
import type { Store } from '../../store/store.ts'
import { addressOf, channelRoutesOf } from '../channels/channel-routes.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import type { NoticePost } from '../notices/notice-post.ts'

interface Parts {
  readonly store: Store
  readonly registry: Pick<ApplicationRegistry, 'all'>
  readonly noticePost: NoticePost
}

export interface OwnerAlert {
  readonly purpose: MessagePurpose
  /** Two alerts with one name and cause are one. */
  readonly name: string
  readonly cause: string | number
  /** @param clock the owner's */
  readonly write: (language: MailLanguage, clock: PersonClock) => MailText
  /** Unix seconds. */
  readonly at: number
}

/** Informs the owner of incidents of the platform: by mail, by their channels, and by the messenger of their own applications. */
export class OwnerAlerts {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async send({ purpose, name, cause, write, at }: OwnerAlert): Promise<void> {
    const { store, noticePost } = this.#parts
    await store.write(
      async (unit) => {
        const owner = await unit.operators.owner()
        if (owner === undefined) return
        const clock = await noticePost.clockOf(unit, owner.id)
        for (const { id, language, mt5 } of this.#reachable(owner.id))
          await unit.outbox.add({
            key: `${name}:${id}:${cause}`,
            kind: 'messenger',
            purpose,
            appId: id,
            deviceId: null,
            operatorId: null,
            openId: mt5.adminOpenId,
            ...write(language === 'zh' ? 'zh-CN' : 'en', clock),
            createdAt: at,
          })
        for (const route of await channelRoutesOf(unit, [owner.id], 'high'))
          if (route.kind !== 'mail')
            await unit.outbox.add({
              ...addressOf(route),
              key: `${name}:channel:${route.channelId}:${cause}`,
              purpose,
              appId: null,
              deviceId: null,
              ...write(noticePost.languageOf(owner), clock),
              createdAt: at,
            })
        const mail = { kind: 'security', purpose, key: `${name}:mail:${cause}`, write } as const
        await noticePost.notify(unit, owner.id, mail, at)
      },
      { durable: true },
    )
  }

  /** One application for each recipient. */
  #reachable(ownerId: number): Iterable<Application> {
    const found = new Map<string, Application>()
    for (const { settings } of this.#parts.registry.all()) {
      const { mt5 } = settings
      if (settings.ownerId !== ownerId || !reachesAdministrator(mt5)) continue
      const recipient = [mt5.messengerBase, mt5.messengerAppId, mt5.adminOpenId].join(' ')
      if (!found.has(recipient)) found.set(recipient, settings)
    }
    return found.values()
  }
}
