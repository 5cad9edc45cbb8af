import type { Clock } from '../../contract/ports.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'
import type { Request } from '../../domain/aftersales/request.ts'
import { requestMail } from '../../domain/outbox/request-mail.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import type { NoticePost } from './notice-post.ts'

interface Parts {
  readonly store: Store
  readonly post: NoticePost
  readonly applications: ApplicationRegistry
  readonly settings: { readonly current: Pick<PlatformSettings, 'after_sales'> }
  readonly clock: Clock
}

type Watch = 'new' | 'late'

const HOUR = 3600
const DAY = 86_400
/** Mails about new requests of an application are at least this far apart, seconds. */
const APART_SECONDS = 600
/** Older requests are left out: the server was off, or nobody wanted mails then. */
const NEW_WITHIN = HOUR
const LATE_WITHIN = DAY
/** Requests read in one turn. */
const MOST = 500

/**
 * Mails about new requests, and about requests that wait longer than promised: one mail for all requests of an
 * application since the last one. The requests are in the store, and the position of the last mail is stored with
 * each mail. So a crash neither loses nor repeats a mail.
 */
export class RequestNotices {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async sweep(): Promise<void> {
    const { post, settings, clock } = this.#parts
    if (!post.isOpen) return
    const now = clock.now()
    const promised = settings.current.after_sales.service_hours
    await this.#look('new', now, { after: now - NEW_WITHIN, upTo: now })
    const due = now - promised * HOUR
    await this.#look('late', now, { after: due - LATE_WITHIN, upTo: due })
  }

  async #look(
    watch: Watch,
    now: number,
    { after, upTo }: { readonly after: number; readonly upTo: number },
  ): Promise<void> {
    const { store } = this.#parts
    const found = await store.read((unit) => unit.requests.openBetween(after, upTo, MOST))
    const open = found.filter(({ expiresAt }) => expiresAt > now)
    for (const [app, requests] of Map.groupBy(open, ({ appId }) => appId)) {
      const mailed = await store.read((unit) => unit.meta.find(keyOf(watch, app)))
      if (news(watch, requests, mailed, now).length === 0) continue
      await store.write((unit) => this.#mail(unit, watch, app, requests, now), { durable: true })
    }
  }

  async #mail(
    unit: WriteUnit,
    watch: Watch,
    app: number,
    open: readonly Request[],
    now: number,
  ): Promise<void> {
    const { post, applications, settings } = this.#parts
    const application = applications.find(app)?.settings
    const requests = news(watch, open, await unit.meta.find(keyOf(watch, app)), now)
    const newest = requests.at(-1)
    if (application === undefined || newest === undefined) return
    const late = settings.current.after_sales.service_hours
    const about = watch === 'late' ? { late } : {}
    const isMailed = await post.notify(
      unit,
      application.ownerId,
      {
        kind: 'request',
        purpose: 'request_notice',
        key: `request_${watch}:${app}:${newest.id}`,
        appId: app,
        write: (language, clock) =>
          requestMail(language, application, requests, { utcOffset: clock(now), ...about }),
      },
      now,
    )
    if (isMailed) await unit.meta.set(keyOf(watch, app), `${newest.id}@${now}`)
  }
}

/**
 * Requests that were in no mail yet; none while the last mail is recent.
 * @param mailed the last request in a mail, and the time of the mail
 */
function news(watch: Watch, open: readonly Request[], mailed: string | undefined, now: number): Request[] {
  const [upTo = 0, at = 0] = (mailed ?? '').split('@').map(Number)
  if (watch === 'new' && now - at < APART_SECONDS) return []
  return open.filter(({ id }) => id > upTo)
}

function keyOf(watch: Watch, app: number): string {
  return `request_${watch}_told:${app}`
}
