import { storageMail, type StorageDamage } from '../../domain/outbox/storage-message.ts'
import type { OwnerAlerts } from './owner-alerts.ts'

/** Informs the owner that the data is damaged. */
export class StorageAlerts {
  readonly #alerts: OwnerAlerts

  constructor(alerts: OwnerAlerts) {
    this.#alerts = alerts
  }

  /** @throws StorageFailure where the damage keeps the messages from being stored */
  damaged(damage: StorageDamage): Promise<void> {
    const { at } = damage
    const write = (language: Parameters<typeof storageMail>[0]) => storageMail(language, damage)
    return this.#alerts.send({ purpose: 'storage', name: 'storage', cause: at, write, at })
  }
}
