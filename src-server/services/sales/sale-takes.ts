import { CONSOLE } from '../../contract/error-codes.ts'
import { DEFAULT_CODE_ALPHABET, DEFAULT_CODE_LENGTH } from '../../contract/limits.ts'
import type { Clock, Random } from '../../contract/ports.ts'
import type { SaleRecord } from '../../contract/records/sale.ts'
import { hasEnded } from '../../domain/access/plan.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import type { Allocation } from '../../domain/sales/allocation.ts'
import { purchaseTransfers, type Seller } from '../../domain/sales/transfers.ts'
import type { Store, Unit, WriteUnit } from '../../store/store.ts'
import { transact } from '../agents/agent-accounts.ts'
import { allocationSubject } from './allocation-record.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { audit } from '../platform/audit-trail.ts'
import { makeCodes, requireSeats } from '../codes/code-making.ts'
import { isWithinPlan } from '../people/plan-limits.ts'
import { Refused } from '../refused.ts'
import { happened } from '../webhooks/happened.ts'
import { planReached } from '../webhooks/limit-reached.ts'
import { saleRecord } from './sale-record.ts'

interface Parts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly clock: Clock
  readonly random: Random
}

export interface TakeOrder {
  readonly allocation: number
  readonly count: number
  /** The number of accounts that each code admits. */
  readonly seats: number
  readonly key: string
  readonly salePrice?: number | undefined
  readonly customer: string
  readonly contact: string
  readonly note: string
}

const SHAPE = { prefix: '', length: DEFAULT_CODE_LENGTH, alphabet: DEFAULT_CODE_ALPHABET }

/** Agents take codes from their own stock and pay for them. */
export class SaleTakes {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Quota, payment and codes are one unit of work: all or nothing. A repeated key returns the result of the first
   * call. Codes with a customer, a contact or a sale price are sold at once.
   * @throws Refused 404; 409 with `fields.quota`, `fields.balance`, or `fields.key` for a key of another purchase;
   *   422 with `fields.seats` where a code serves one account; 403 with `fields.plan` where the developer's plan has no room or has ended
   */
  async take(actor: Actor, order: TakeOrder): Promise<{ sales: SaleRecord[]; balance: number }> {
    return this.#parts.store.write(
      async (unit) => {
        const allocation = await unit.allocations.find(order.allocation)
        if (allocation?.agentId !== actor.operatorId)
          throw new Refused(CONSOLE.notFound, 'There is no such allocation')
        const book = this.#parts.registry.ownerOf(allocation.appId)
        const ids =
          (await takenBefore(unit, book, actor, order)) ??
          (await this.#take(unit, actor, order, allocation, book))
        const sales = (await unit.sales.named(scopeOf(actor), ids)).map(saleRecord)
        const account = await unit.ledger.account(book, actor.operatorId)
        return { sales, balance: account?.balance ?? 0 }
      },
      { durable: true },
    )
  }

  async #take(
    unit: WriteUnit,
    actor: Actor,
    order: TakeOrder,
    allocation: Allocation,
    book: number,
  ): Promise<number[]> {
    const now = this.#parts.clock.now()
    const { count } = order
    const licences = licencesOf(order)
    const application = this.#parts.registry.find(allocation.appId)?.settings
    requireSeats(application, { seats: order.seats, type: allocation.type })
    const chain = await unit.allocations.chain(allocation.id)
    if (chain.some(({ closed }) => closed)) throw noQuota('closed')
    const stock = await unit.allocations.use(allocation.id, licences)
    if (stock === undefined) throw noQuota('not left')
    await requireRoom(unit, book, count, now)
    const transaction = await pay(unit, actor, order, { chain, book, at: now })
    const income = (chain.at(-1)?.price ?? 0) * licences
    await unit.business.count(
      { app: allocation.appId, agent: actor.operatorId, at: now },
      { sales: count, revenue: income },
    )
    const ids = await this.#make(unit, actor, order, allocation, transaction, now)
    await planReached(unit, { app: allocation.appId, owner: book, kind: 'codes', at: now })
    if (stock.used >= stock.quota)
      await happened(unit, {
        event: 'limit_reached',
        app: allocation.appId,
        at: now,
        data: () => ({
          limit: 'stock',
          most: stock.quota,
          used: stock.used,
          allocation: stock.id,
          agent: stock.agentId,
        }),
      })
    await audit(unit, actor, now, {
      action: 'sale_take',
      subject: allocationSubject(allocation),
      app: allocation.appId,
      owner: book,
      after: { count, seats: order.seats, price: allocation.price, transaction },
    })
    return ids
  }

  async #make(
    unit: WriteUnit,
    actor: Actor,
    order: TakeOrder,
    allocation: Allocation,
    transactionId: number,
    now: number,
  ): Promise<number[]> {
    const { appId, type, seconds, left, unit: span, amount, agentId, price } = allocation
    const { count, seats, salePrice, customer, contact, note } = order
    const worth = { appId, type, seconds, left, agentId, note, createdAt: now }
    const batchId = await unit.batches.insert({
      ...worth,
      unit: span,
      amount,
      count,
      prefix: '',
      createdBy: actor.name,
      orderNumber: null,
      seats,
    })
    const code = { ...worth, tags: [], fields: {}, seats, batchId }
    const codes = await makeCodes(unit, this.#parts.random, SHAPE, code, count)
    await happened(unit, {
      event: 'code_created',
      app: appId,
      at: now,
      data: () => ({
        codes: codes.map(({ kami }) => kami),
        type,
        seconds,
        uses: left,
        batch: batchId,
        order: order.key,
        agent: agentId,
        by: actor.name,
      }),
    })
    const isSold = salePrice !== undefined || customer !== '' || contact !== ''
    const sale = {
      appId,
      allocationId: allocation.id,
      agentId,
      seats,
      price: price * seats,
      salePrice: salePrice ?? null,
      customer,
      contact,
      note,
      takenAt: now,
      soldAt: isSold ? now : null,
      transactionId,
    }
    return unit.sales.insert(codes.map(({ id: codeId, kami }) => ({ ...sale, codeId, kami })))
  }
}

/** A code with several seats counts and costs like as many codes. */
const licencesOf = ({ count, seats }: TakeOrder) => count * seats

const keyOf = (actor: Actor, { key }: TakeOrder) => `take:${actor.operatorId}:${key}`

/** The codes of the purchase with this key; undefined where the key is new. */
async function takenBefore(
  unit: Unit,
  book: number,
  actor: Actor,
  order: TakeOrder,
): Promise<number[] | undefined> {
  const transaction = await unit.ledger.findByKey(book, keyOf(actor, order))
  if (transaction === undefined) return undefined
  const taken = await unit.sales.ofPurchase(order.allocation, transaction.id)
  if (taken.length !== order.count || taken.some(({ seats }) => seats !== order.seats))
    throw new Refused(CONSOLE.conflict, 'This key belongs to another purchase', { key: 'taken' })
  return taken.map(({ id }) => id)
}

/** The agent pays their price; each agent above gets their part. @returns the transaction */
async function pay(
  unit: WriteUnit,
  actor: Actor,
  order: TakeOrder,
  { chain, book, at }: { readonly chain: readonly Allocation[]; readonly book: number; readonly at: number },
): Promise<number> {
  const sellers: Seller[] = []
  for (const { agentId, price } of chain) {
    const { id: accountId } = await unit.ledger.open(book, agentId, at)
    sellers.push({ accountId, price })
  }
  const revenue = await unit.ledger.house(book, 'revenue', at)
  return transact(
    unit,
    {
      bookId: book,
      kind: 'purchase',
      key: keyOf(actor, order),
      reference: `allocation ${order.allocation}`,
      note: order.note,
      byId: actor.operatorId,
      by: actor.name,
      at,
    },
    purchaseTransfers(sellers, revenue.id, licencesOf(order)),
  )
}

/**
 * The codes count against the developer's plan like codes that the developer generates. The refusal does not show
 * agents the limits of the plan.
 */
async function requireRoom(unit: Unit, book: number, count: number, now: number): Promise<void> {
  const owner = await unit.operators.find(book)
  if (owner !== undefined && hasEnded(owner.planEndsAt, now))
    throw new Refused(CONSOLE.forbidden, 'The plan behind this application has ended', { plan: 'ended' })
  if (!(await isWithinPlan(unit, book, 'codes', count)))
    throw new Refused(CONSOLE.forbidden, 'The plan behind this application has no room for these codes', {
      plan: 'codes',
    })
}

function noQuota(reason: string): Refused {
  return new Refused(CONSOLE.conflict, 'There are not so many left', { quota: reason })
}
