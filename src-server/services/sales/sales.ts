import { CONSOLE } from '../../contract/error-codes.ts'
import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Clock } from '../../contract/ports.ts'
import type { AgentSaleSums, SaleListSums } from '../../contract/records/business.ts'
import type { SaleRecord } from '../../contract/records/sale.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import type { Sale, SaleChange } from '../../domain/sales/sale.ts'
import type { SaleFilter, SaleSort } from '../../store/repositories/sales.ts'
import type { Store } from '../../store/store.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { audit, type AuditedChange } from '../platform/audit-trail.ts'
import { breathe } from '../codes/code-walk.ts'
import { Refused } from '../refused.ts'
import { saleRecord } from './sale-record.ts'

interface Parts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly clock: Clock
}

export type SaleWords = Omit<SaleChange, 'soldAt'> & {
  /** true marks the codes as sold now, false removes the mark. */
  readonly sold?: boolean | undefined
}

/** The ids of sales that are summed in one turn of the event loop. */
const SLICE = 20_000
/** The agents whose sums are named. The sums of all have no limit. */
const MOST_AGENTS = 500
const NO_SALES: AgentSaleSums = {
  agent: 0,
  name: '',
  total: 0,
  gross: 0,
  refunds: 0,
  refunded: 0,
  net: 0,
  turnover: 0,
}

/** Codes that agents took, and the customers they sold them to. */
export class Sales {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async list(actor: Actor, filter: SaleFilter, query: ListQuery<SaleSort>): Promise<Page<SaleRecord>> {
    const page = await this.#parts.store.read((unit) => unit.sales.list(scopeOf(actor), filter, query))
    return { ...page, rows: page.rows.map(saleRecord) }
  }

  /** The sums of all sales that the list shows with a filter and a search. Other calls get their turn in between. */
  async sums(actor: Actor, filter: SaleFilter, search: string | undefined): Promise<SaleListSums> {
    const { store } = this.#parts
    const scope = scopeOf(actor)
    const last = await store.read((unit) => unit.sales.lastId())
    const agents = new Map<number, AgentSaleSums>()
    for (let after = 0; after < last; after += SLICE) {
      const ids = { after, upTo: after + SLICE }
      for (const part of await store.read((unit) => unit.sales.sumsOf(scope, filter, search, ids)))
        agents.set(part.agent, added(part, agents.get(part.agent)))
      await breathe()
    }
    const rows = [...agents.values()].sort((a, b) => b.gross - a.gross || a.agent - b.agent)
    const { agent: _, name: __, ...sums } = rows.reduce(added, NO_SALES)
    return { ...sums, agents: rows.slice(0, MOST_AGENTS) }
  }

  /**
   * Changes all of them or none. A code that is sold already keeps its date.
   * @throws Refused 404 when a code isn't the agent's, 409 when one was refunded
   */
  async update(actor: Actor, ids: readonly number[], words: SaleWords): Promise<{ rows: SaleRecord[] }> {
    const { store, clock } = this.#parts
    const wanted = [...new Set(ids)]
    return store.write(
      async (unit) => {
        const now = clock.now()
        const { sold, ...change } = words
        const before = await unit.sales.byIds(scopeOf(actor), wanted)
        if (before.length !== wanted.length) throw new Refused(CONSOLE.notFound, 'There is no such sale')
        if (before.some(({ refundedAt }) => refundedAt !== null))
          throw new Refused(CONSOLE.conflict, 'One of these was refunded', { ids: 'refunded' })
        const fresh = sold === true ? before.filter(({ soldAt }) => soldAt === null) : []
        await unit.sales.update(
          fresh.map(({ id }) => id),
          { soldAt: now },
        )
        await unit.sales.update(wanted, { ...change, ...(sold === false && { soldAt: null }) })
        const after = await unit.sales.byIds(scopeOf(actor), wanted)
        for (const change of this.#changesOf(before, after, words)) await audit(unit, actor, now, change)
        return { rows: (await unit.sales.named(scopeOf(actor), wanted)).map(saleRecord) }
      },
      { durable: true },
    )
  }

  /** For one sale the record before and after; for many the change, once for each application. */
  #changesOf(before: readonly Sale[], after: readonly Sale[], words: SaleWords): AuditedChange[] {
    const ownerOf = (app: number) => this.#parts.registry.ownerOf(app)
    return [...Map.groupBy(before, ({ appId }) => appId)].map(([app, sales]) => {
      const change = { action: 'sale_update', app, owner: ownerOf(app) }
      const [first] = sales
      if (before.length === 1 && first !== undefined) {
        const subject = { kind: 'sale', id: first.id, label: `#${first.id}` }
        return { ...change, subject, before: first, after: after[0] }
      }
      const ids = sales.slice(0, 100).map(({ id }) => id)
      const subject = { kind: 'sale', id: '', label: String(sales.length) }
      return { ...change, subject, after: { ...words, count: sales.length, ids } }
    })
  }
}

function added(part: AgentSaleSums, before: AgentSaleSums = NO_SALES): AgentSaleSums {
  return {
    agent: part.agent,
    name: part.name,
    total: part.total + before.total,
    gross: part.gross + before.gross,
    refunds: part.refunds + before.refunds,
    refunded: part.refunded + before.refunded,
    net: part.net + before.net,
    turnover: part.turnover + before.turnover,
  }
}
