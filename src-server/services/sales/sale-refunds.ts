import type { BulkResult } from '../../contract/paging.ts'
import type { Clock } from '../../contract/ports.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import type { Code } from '../../domain/code/code.ts'
import { refundRefusal } from '../../domain/sales/refund.ts'
import type { Sale } from '../../domain/sales/sale.ts'
import { refundTransfers } from '../../domain/sales/transfers.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import type { CodeJournal } from '../../telemetry/code-journal.ts'
import { transact } from '../agents/agent-accounts.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { audit } from '../platform/audit-trail.ts'
import { editEvent } from '../codes/code-events.ts'
import { Refused } from '../refused.ts'
import { happened } from '../webhooks/happened.ts'

interface Parts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly journal: CodeJournal
  readonly clock: Clock
}

type Skipped = BulkResult['skipped']

/** Refunds unused codes: the agent gets the price and the place in the quota back. */
export class SaleRefunds {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Codes of one purchase are refunded together, as many as possible, in one unit of work. Skipped codes: `unknown`
   * ones, those that the rule refuses (domain/sales/refund.ts), and `balance` where an agent above has spent their
   * part.
   */
  async refund(actor: Actor, ids: readonly number[]): Promise<BulkResult> {
    const { store } = this.#parts
    const wanted = [...new Set(ids)]
    const sales = await store.read((unit) => unit.sales.byIds(scopeOf(actor), wanted))
    const known = new Set(sales.map(({ id }) => id))
    const skipped: Skipped = wanted.filter((id) => !known.has(id)).map((id) => ({ id, reason: 'unknown' }))
    let done = 0
    for (const purchase of Map.groupBy(sales, ({ transactionId }) => transactionId).values()) {
      const ofOne = await this.#refundOne(
        actor,
        purchase.map(({ id }) => id),
      )
      done += ofOne.done
      skipped.push(...ofOne.skipped)
    }
    return { done, skipped }
  }

  async #refundOne(actor: Actor, ids: readonly number[]): Promise<BulkResult> {
    try {
      return await this.#parts.store.write((unit) => this.#giveBack(unit, actor, ids), { durable: true })
    } catch (error) {
      if (error instanceof Refused && error.fields?.['balance'] !== undefined)
        return { done: 0, skipped: ids.map((id) => ({ id, reason: 'balance' })) }
      throw error
    }
  }

  async #giveBack(unit: WriteUnit, actor: Actor, ids: readonly number[]): Promise<BulkResult> {
    const now = this.#parts.clock.now()
    const skipped: Skipped = []
    const back: { readonly sale: Sale; readonly code: Code }[] = []
    const sales = await unit.sales.byIds(scopeOf(actor), ids)
    const codeIds = sales.flatMap(({ codeId }) => codeId ?? [])
    await unit.codes.hold(codeIds)
    const codes = new Map(
      (await unit.codes.byIds({ kind: 'everything' }, codeIds)).map((code) => [code.id, code]),
    )
    for (const sale of sales) {
      const code = sale.codeId === null ? undefined : codes.get(sale.codeId)
      const reason = refundRefusal(sale, code, actor.role === 'agent')
      if (reason !== undefined) skipped.push({ id: sale.id, reason })
      else if (code !== undefined) back.push({ sale, code })
    }
    const [first] = back
    if (first === undefined) return { done: 0, skipped }
    const seats = back.reduce((sum, { sale }) => sum + sale.seats, 0)
    await this.#payBack(unit, actor, first.sale, { codes: back.length, seats }, now)
    const refunded = await unit.sales.refund(
      back.map(({ sale }) => sale.id),
      now,
    )
    if (refunded < back.length) throw new Error('a sale changed meanwhile')
    await this.#recycle(
      unit,
      actor,
      back.map(({ code }) => code),
      now,
    )
    await happened(unit, {
      event: 'refunded',
      app: first.sale.appId,
      at: now,
      data: () => ({
        codes: back.map(({ code }) => code.kami),
        sales: back.map(({ sale }) => sale.id),
        by: actor.name,
      }),
    })
    await unit.allocations.giveBack(first.sale.allocationId, seats)
    await audit(unit, actor, now, {
      action: 'sale_refund',
      subject: { kind: 'sale', id: first.sale.id, label: `#${first.sale.id}` },
      app: first.sale.appId,
      owner: this.#parts.registry.ownerOf(first.sale.appId),
      after: {
        count: back.length,
        price: first.sale.price,
        allocation: first.sale.allocationId,
        ids: back.slice(0, 100).map(({ sale }) => sale.id),
      },
    })
    return { done: back.length, skipped }
  }

  /** Pays back the paid price along the way it was paid. */
  async #payBack(
    unit: WriteUnit,
    actor: Actor,
    sale: Sale,
    { codes, seats }: { readonly codes: number; readonly seats: number },
    at: number,
  ): Promise<void> {
    const purchase = await unit.ledger.transfersOf(sale.transactionId)
    const refunded = purchase
      .filter(({ what }) => what === 'wholesale')
      .reduce((sum, { amount, count: of }) => sum + (amount / of) * seats, 0)
    await unit.business.count({ app: sale.appId, agent: sale.agentId, at }, { refunds: codes, refunded })
    await transact(
      unit,
      {
        bookId: this.#parts.registry.ownerOf(sale.appId),
        kind: 'refund',
        // A sale is refunded only once.
        key: `refund:${sale.id}`,
        reference: `allocation ${sale.allocationId}`,
        note: '',
        byId: actor.operatorId,
        by: actor.name,
        at,
      },
      refundTransfers(purchase, seats),
    )
  }

  /** Moves the codes to the recycle bin, so that they are refused from now on. */
  async #recycle(unit: WriteUnit, actor: Actor, codes: readonly Code[], at: number): Promise<void> {
    const kept = codes.filter(({ recycledAt }) => recycledAt === null)
    const edited = await unit.codes.edit(kept.map((code) => ({ ...code, recycledAt: at })))
    if (edited.length < kept.length) throw new Error('a code changed meanwhile')
    const edit = { kind: 'recycle', record: 'take_back' } as const
    const events = kept.flatMap((code) => editEvent(code, edit, actor.name, at) ?? [])
    unit.afterCommit(() => {
      for (const event of events) this.#parts.journal.add(event)
    })
  }
}
