import { CONSOLE } from '../../contract/error-codes.ts'
import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Clock } from '../../contract/ports.ts'
import type { AnnouncementRecord } from '../../contract/records/announcement.ts'
import { onWire } from '../../contract/spelling.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { announcementState, audiencesOf, type Announcement } from '../../domain/platform/announcement.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import { audit } from './audit-trail.ts'
import { Refused } from '../refused.ts'

/** Announcements shown at once; older ones are in the list. */
const MOST_AT_ONCE = 5

interface Parts {
  readonly store: Store
  readonly clock: Clock
}

type Fields = Omit<Announcement, 'id' | 'createdBy' | 'createdAt'>

/** The owner's announcements to operators who sign in. */
export class Announcements {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async list(query: ListQuery<'id' | 'starts_at'>): Promise<Page<AnnouncementRecord>> {
    const page = await this.#parts.store.read((unit) => unit.announcements.list(query))
    return { ...page, rows: page.rows.map((row) => this.#record(row)) }
  }

  async current(actor: Actor): Promise<Pick<AnnouncementRecord, 'id' | 'title' | 'text' | 'starts_at'>[]> {
    const { store, clock } = this.#parts
    const rows = await store.read((unit) =>
      unit.announcements.current(audiencesOf(actor.role), clock.now(), MOST_AT_ONCE),
    )
    return rows.map(({ id, title, text, startsAt }) => ({ id, title, text, starts_at: startsAt }))
  }

  /** @throws Refused 422 for an end before the beginning */
  async create(actor: Actor, fields: Omit<Fields, 'startsAt'> & { readonly startsAt?: number | undefined }) {
    const now = this.#parts.clock.now()
    const whole = { ...fields, startsAt: fields.startsAt ?? now }
    requireOrder(whole)
    return this.#record(
      await this.#write(async (unit) => {
        const made = await unit.announcements.insert({ ...whole, createdBy: actor.name, createdAt: now })
        await audit(unit, actor, now, {
          action: 'announcement_create',
          subject: subjectOf(made),
          after: whole,
        })
        return made
      }),
    )
  }

  /** @throws Refused 404, 422 */
  async update(actor: Actor, id: number, change: Partial<Fields>): Promise<AnnouncementRecord> {
    return this.#record(
      await this.#write(async (unit) => {
        const before = await unit.announcements.find(id)
        const after = await unit.announcements.update(id, change)
        if (before === undefined || after === undefined) throw missing()
        requireOrder(after)
        await audit(unit, actor, this.#parts.clock.now(), {
          action: 'announcement_update',
          subject: subjectOf(after),
          before,
          after,
        })
        return after
      }),
    )
  }

  /** @throws Refused 404 */
  async delete(actor: Actor, id: number): Promise<void> {
    await this.#write(async (unit) => {
      const before = await unit.announcements.delete(id)
      if (before === undefined) throw missing()
      await audit(unit, actor, this.#parts.clock.now(), {
        action: 'announcement_delete',
        subject: subjectOf(before),
        before,
      })
    })
  }

  #write<T>(work: (unit: WriteUnit) => Promise<T>): Promise<T> {
    return this.#parts.store.write(work, { durable: true })
  }

  #record(announcement: Announcement): AnnouncementRecord {
    return {
      ...onWire<Omit<AnnouncementRecord, 'state'>>(announcement),
      state: announcementState(announcement, this.#parts.clock.now()),
    }
  }
}

function subjectOf({ id, title }: Announcement) {
  return { kind: 'announcement', id, label: title }
}

function requireOrder({ startsAt, endsAt }: Pick<Announcement, 'startsAt' | 'endsAt'>): void {
  if (endsAt !== null && endsAt <= startsAt)
    throw new Refused(CONSOLE.invalid, 'It would end before it begins', { ends_at: 'after its beginning' })
}

function missing(): Refused {
  return new Refused(CONSOLE.notFound, 'There is no such announcement')
}
