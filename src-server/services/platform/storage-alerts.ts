import { storageMail, type StorageDamage } from '../../domain/outbox/storage-message.ts'
import type { OwnerAlert, OwnerAlerts } from './owner-alerts.ts'

/** Informs the owner that the data is damaged. */
export class StorageAlerts {
  readonly #alerts: OwnerAlerts

  constructor(alerts: OwnerAlerts) {
    this.#alerts = alerts
  }

  /** @throws StorageFailure where the damage keeps the messages from being stored */
  damaged(damage: Omit<StorageDamage, 'utcOffset'>): Promise<void> {
    const { at } = damage
    const write: OwnerAlert['write'] = (language, clock) =>
      storageMail(language, { ...damage, utcOffset: clock(at) })
    return this.#alerts.send({ purpose: 'storage', name: 'storage', cause: at, write, at })
  }
}
