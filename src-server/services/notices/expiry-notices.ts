import type { Clock } from '../../contract/ports.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'
import type { Operator } from '../../domain/access/operator.ts'
import type { Device } from '../../domain/device/device.ts'
import { endsBy } from '../../domain/device/expiry.ts'
import { expiryMail, MOST_ENDINGS_LISTED } from '../../domain/outbox/expiry-mail.ts'
import { firstRows } from '../../domain/paging/first-rows.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import type { NoticePost } from './notice-post.ts'
import { readersOf } from './notice-readers.ts'

interface Parts {
  readonly store: Store
  readonly post: NoticePost
  readonly applications: ApplicationRegistry
  readonly devices: Pick<DeviceRegistry, 'all'>
  readonly settings: { readonly current: Pick<PlatformSettings, 'notices'> }
  readonly clock: Clock
}

/** Of one owner: the soonest ends, and how many there are. */
interface Endings {
  readonly soonest: readonly Device[]
  readonly total: number
}

const DAY = 86_400
/** Ends remembered as mailed at most; if more come at once, the soonest count. */
const MOST_REMEMBERED = 2000

/** Reminds owners of applications of trading accounts' licences that end soon. */
export class ExpiryNotices {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Sends one mail to each owner who has a licence that ends in the next days and was in no earlier mail.
   * @param day the day of the mail
   */
  async send(day: string): Promise<void> {
    const { store, clock, settings } = this.#parts
    const now = clock.now()
    const endings = this.#collect(now, now + settings.current.notices.expiry_days * DAY)
    for await (const reader of readersOf(store, 'expiry')) {
      const own = endings.get(reader.id)
      if (own !== undefined)
        await store.write((unit) => this.#mail(unit, reader, own, day, now), { durable: true })
    }
  }

  /** By owner, in one pass over all accounts. */
  #collect(now: number, until: number): Map<number, Endings> {
    const found = new Map<number, Device[]>()
    for (const { device, ownerId } of this.#parts.devices.all()) {
      if (!endsBy(device, now, until)) continue
      const own = found.get(ownerId)
      if (own === undefined) found.set(ownerId, [device])
      else own.push(device)
    }
    return new Map(
      [...found].map(([ownerId, own]) => [
        ownerId,
        {
          soonest: firstRows(own, MOST_REMEMBERED, (a, b) => a.vip - b.vip || a.id - b.id),
          total: own.length,
        },
      ]),
    )
  }

  async #mail(
    unit: WriteUnit,
    reader: Operator,
    { soonest, total }: Endings,
    day: string,
    now: number,
  ): Promise<void> {
    const { post, applications, settings } = this.#parts
    const mailedKey = `expiry_told:${reader.id}`
    const mailed = new Set((await unit.meta.find(mailedKey))?.split(' '))
    const ends = soonest.map(({ id, vip }) => `${id}:${vip}`)
    if (ends.every((end) => mailed.has(end))) return
    const listed = soonest.slice(0, MOST_ENDINGS_LISTED).map(({ accountKey, label, appId, vip }) => ({
      accountKey,
      label,
      vip,
      application: applications.find(appId)?.settings.name ?? String(appId),
    }))
    const about = { total, days: settings.current.notices.expiry_days }
    const isMailed = await post.put(
      unit,
      reader,
      {
        kind: 'expiry',
        purpose: 'expiry',
        key: `expiry:${reader.id}:${day}`,
        write: (language, clock) => expiryMail(language, listed, { ...about, utcOffset: clock(now) }),
      },
      now,
    )
    if (isMailed) await unit.meta.set(mailedKey, ends.join(' '))
  }
}
