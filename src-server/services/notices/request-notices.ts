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
  readonly utcOffset: (at: number) => number
}

type Watch = 'new' | 'late'

const HOUR = 3600
const DAY = 86_400
/** Mails about new requests of an application are at least so far from one another, seconds. */
const APART_SECONDS = 600
/** What is older was missed: by a server that was off, or while nobody wanted to know. */
const NEW_WITHIN = HOUR
const LATE_WITHIN = DAY
/** Looked at in one turn. */
const MOST = 500

/**
 * Tells who decides them of requests that came in and of those that wait longer than was promised: one mail for all of an
 * application since the last one. What calls for it stays in the store, and how far was told is written with each mail; so a
 * crash neither loses nor doubles any.
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
      const told = await store.read((unit) => unit.meta.find(keyOf(watch, app)))
      if (news(watch, requests, told, now).length === 0) continue
      await store.write((unit) => this.#tell(unit, watch, app, requests, now), { durable: true })
    }
  }

  async #tell(
    unit: WriteUnit,
    watch: Watch,
    app: number,
    open: readonly Request[],
    now: number,
  ): Promise<void> {
    const { post, applications, settings, utcOffset } = this.#parts
    const application = applications.find(app)?.settings
    const requests = news(watch, open, await unit.meta.find(keyOf(watch, app)), now)
    const newest = requests.at(-1)
    if (application === undefined || newest === undefined) return
    const late = settings.current.after_sales.service_hours
    const about = { utcOffset: utcOffset(now), ...(watch === 'late' && { late }) }
    const isTold = await post.tell(
      unit,
      application.ownerId,
      {
        kind: 'request',
        purpose: 'request_notice',
        key: `request_${watch}:${app}:${newest.id}`,
        appId: app,
        write: (language) => requestMail(language, application, requests, about),
      },
      now,
    )
    if (isTold) await unit.meta.set(keyOf(watch, app), `${newest.id}@${now}`)
  }
}

/** Those nobody was told of; none yet where the last mail was just now. @param told up to which one, and when */
function news(watch: Watch, open: readonly Request[], told: string | undefined, now: number): Request[] {
  const [upTo = 0, at = 0] = (told ?? '').split('@').map(Number)
  if (watch === 'new' && now - at < APART_SECONDS) return []
  return open.filter(({ id }) => id > upTo)
}

function keyOf(watch: Watch, app: number): string {
  return `request_${watch}_told:${app}`
}
