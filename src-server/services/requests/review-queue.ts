import { CONSOLE } from '../../contract/error-codes.ts'
import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Clock } from '../../contract/ports.ts'
import type { RequestRecord } from '../../contract/records/request.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import type { RequestFilter } from '../../store/repositories/requests.ts'
import type { Store } from '../../store/store.ts'
import { Refused } from '../refused.ts'
import type { RequestEvidence } from './request-evidence.ts'

interface Parts {
  readonly store: Store
  readonly evidence: RequestEvidence
  readonly settings: { readonly current: Pick<PlatformSettings, 'after_sales'> }
  readonly clock: Clock
}

export interface RequestCounts {
  readonly pending: number
  readonly overdue: number
  readonly oldest_at: number | null
  readonly service_hours: number
}

const HOUR = 3600

/** Requests, for the operators who decide them: the owner, the owning developer, the agent responsible now. */
export class ReviewQueue {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async list(
    actor: Actor,
    filter: RequestFilter,
    query: ListQuery<'id' | 'created_at' | 'ended_at'>,
  ): Promise<Page<RequestRecord>> {
    const { store, evidence } = this.#parts
    const page = await store.read((unit) => unit.requests.list(scopeOf(actor), filter, query))
    return { ...page, rows: await evidence.of(actor, page.rows) }
  }

  /** @throws Refused 404 */
  async get(actor: Actor, id: number): Promise<RequestRecord> {
    const { store, evidence } = this.#parts
    const request = await store.read((unit) => unit.requests.findInScope(scopeOf(actor), id))
    const [record] = request === undefined ? [] : await evidence.of(actor, [request])
    if (record === undefined) throw new Refused(CONSOLE.notFound, 'There is no such request')
    return record
  }

  /** How many wait for a decision, and how many longer than promised. */
  async counts(actor: Actor): Promise<RequestCounts> {
    const { store, settings, clock } = this.#parts
    const hours = settings.current.after_sales.service_hours
    const now = clock.now()
    const { oldestAt, ...counts } = await store.read((unit) =>
      unit.requests.counts(scopeOf(actor), now, now - hours * HOUR),
    )
    return { ...counts, oldest_at: oldestAt, service_hours: hours }
  }
}
