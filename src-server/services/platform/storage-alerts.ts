import type { Application } from '../../domain/application/application.ts'
import { reachesAdministrator } from '../../domain/outbox/alert-message.ts'
import { storageMail, storageMessage, type StorageDamage } from '../../domain/outbox/storage-message.ts'
import type { Store } from '../../store/store.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import type { NoticePost } from '../notices/notice-post.ts'

interface Parts {
  readonly store: Store
  readonly registry: Pick<ApplicationRegistry, 'all'>
  readonly noticePost: NoticePost
}

/** Informs the owner that the data is damaged: by mail, and by the messenger of the owner's own applications. */
export class StorageAlerts {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @throws StorageFailure where the damage keeps the messages from being stored */
  async damaged(damage: StorageDamage): Promise<void> {
    const { store, noticePost } = this.#parts
    await store.write(
      async (unit) => {
        const owner = await unit.operators.owner()
        if (owner === undefined) return
        for (const application of this.#reachable(owner.id))
          await unit.outbox.add(storageMessage(application, damage))
        await noticePost.notify(
          unit,
          owner.id,
          {
            kind: 'security',
            purpose: 'storage',
            key: `storage:mail:${damage.at}`,
            write: (language) => storageMail(language, damage),
          },
          damage.at,
        )
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
