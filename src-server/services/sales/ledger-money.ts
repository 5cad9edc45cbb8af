import { CONSOLE } from '../../contract/error-codes.ts'
import type { Clock } from '../../contract/ports.ts'
import type { LedgerAccountRecord } from '../../contract/records/sale.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { LedgerAccount, Transfer } from '../../domain/sales/ledger.ts'
import type { AgentAccount } from '../../store/repositories/ledger.ts'
import type { Store, Unit, WriteUnit } from '../../store/store.ts'
import { transact } from '../agents/agent-accounts.ts'
import { audit } from '../platform/audit-trail.ts'
import { ledgerAccountRecord } from './ledger-record.ts'
import { Refused } from '../refused.ts'

interface Parts {
  readonly store: Store
  readonly clock: Clock
}

/** Minor units, above 0; a correction below 0 takes from the agent. */
export interface MoneyOrder {
  readonly agent: number
  readonly amount: number
  readonly key: string
  readonly note: string
  readonly reference: string
}

type MoneyKind = 'topup' | 'payout' | 'correction'

/** Payments into and out of the ledger accounts of agents, in the books of the actor. */
export class LedgerMoney {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @throws Refused 404, 409 with `fields.key` for the key of another act */
  topUp(actor: Actor, order: MoneyOrder): Promise<LedgerAccountRecord> {
    return this.#move(actor, 'topup', order)
  }

  /**
   * Pays out of the balance only, never out of the credit.
   * @throws Refused 404, 409 with `fields.amount` for more than the balance
   */
  payOut(actor: Actor, order: MoneyOrder): Promise<LedgerAccountRecord> {
    return this.#move(actor, 'payout', order)
  }

  /** @throws Refused 404, 409 with `fields.balance` for more than balance and credit */
  correct(actor: Actor, order: MoneyOrder): Promise<LedgerAccountRecord> {
    return this.#move(actor, 'correction', order)
  }

  /** @throws Refused 404, 409 with `fields.credit` for less than the agent owes */
  async setCredit(actor: Actor, agent: number, credit: number): Promise<LedgerAccountRecord> {
    const { store, clock } = this.#parts
    return store.write(
      async (unit) => {
        const before = await requireAccount(unit, actor, agent)
        if ((await unit.ledger.setCredit(before.id, credit)) === undefined)
          throw new Refused(CONSOLE.conflict, 'The agent owes more than that', { credit: 'too low' })
        await audit(unit, actor, clock.now(), {
          action: 'ledger_credit_set',
          ...subjectOf(before),
          before: { credit: before.credit },
          after: { credit },
        })
        return ledgerAccountRecord({ ...before, credit })
      },
      { durable: true },
    )
  }

  async #move(actor: Actor, kind: MoneyKind, order: MoneyOrder): Promise<LedgerAccountRecord> {
    const { store, clock } = this.#parts
    return store.write(
      async (unit) => {
        const now = clock.now()
        const account = await requireAccount(unit, actor, order.agent)
        const house = await unit.ledger.house(account.bookId, kind === 'correction' ? 'revenue' : 'cash', now)
        const transfer = transferOf(kind, account, house, order.amount)
        if (await isDone(unit, account.bookId, keyOf(kind, order), transfer))
          return ledgerAccountRecord(account)
        if (kind === 'payout' && order.amount > account.balance)
          throw new Refused(CONSOLE.conflict, 'The balance is smaller than that', { amount: 'too much' })
        const { note, reference } = order
        const by = { byId: actor.personId, by: actor.name, at: now }
        const key = keyOf(kind, order)
        const done = await transact(unit, { bookId: account.bookId, kind, key, reference, note, ...by }, [
          transfer,
        ])
        const after = await requireAccount(unit, actor, order.agent)
        await audit(unit, actor, now, {
          action: ACTION[kind],
          ...subjectOf(account),
          after: { amount: order.amount, balance: after.balance, reference, note, transaction: done },
        })
        return ledgerAccountRecord(after)
      },
      { durable: true },
    )
  }
}

const ACTION = { topup: 'ledger_topup', payout: 'ledger_payout', correction: 'ledger_correct' } as const

function keyOf(kind: MoneyKind, { key }: MoneyOrder): string {
  return `${kind}:${key}`
}

function transferOf(kind: MoneyKind, agent: LedgerAccount, house: LedgerAccount, amount: number): Transfer {
  const isGiven = kind === 'topup' || (kind === 'correction' && amount > 0)
  const [from, to] = isGiven ? [house, agent] : [agent, house]
  return { fromId: from.id, toId: to.id, amount: Math.abs(amount), what: kind, count: 0 }
}

/** Whether the act with this key was done before. @throws Refused 409 where the key belongs to another act */
async function isDone(unit: Unit, book: number, key: string, transfer: Transfer): Promise<boolean> {
  const transaction = await unit.ledger.findByKey(book, key)
  if (transaction === undefined) return false
  const [done] = await unit.ledger.transfersOf(transaction.id)
  if (done?.fromId === transfer.fromId && done.toId === transfer.toId && done.amount === transfer.amount)
    return true
  throw new Refused(CONSOLE.conflict, 'This key belongs to another act', { key: 'taken' })
}

async function requireAccount(unit: Unit | WriteUnit, actor: Actor, agent: number): Promise<AgentAccount> {
  const account = (await unit.ledger.ofAgent(agent)).find(({ bookId }) => bookId === actor.operatorId)
  if (account === undefined) throw new Refused(CONSOLE.notFound, 'There is no such account')
  return account
}

function subjectOf({ agentId, agentName, bookId }: AgentAccount) {
  return { subject: { kind: 'ledger', id: agentId, label: agentName }, app: null, owner: bookId }
}
