import { CONSOLE } from '../../contract/error-codes.ts'
import type { ListQuery, Page } from '../../contract/paging.ts'
import type { LedgerAccountRecord, LedgerLineRecord } from '../../contract/records/sale.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import type { AgentAccount, LineFilter, NamedAccount } from '../../store/repositories/ledger.ts'
import type { Store, Unit } from '../../store/store.ts'
import { breathe } from '../codes/code-walk.ts'
import { ledgerAccountRecord, ledgerLineRecord } from './ledger-record.ts'
import { Refused } from '../refused.ts'

/** Whose account, and in whose books if the agent has several. */
export interface AccountOf {
  readonly agent?: number | undefined
  readonly book?: number | undefined
}

export interface Statement {
  readonly account: LedgerAccountRecord
  readonly opening: number
  readonly closing: number
  readonly sums: Record<'topup' | 'payout' | 'wholesale' | 'commission' | 'refund' | 'correction', number>
  readonly taken: number
  readonly refunded: number
  readonly lines: LedgerLineRecord[]
  readonly is_cut: boolean
}

export interface Verification {
  readonly accounts: number
  readonly transfers: number
  readonly broken: readonly NamedAccount[]
}

const STATEMENT_LINES = 2000

/** Shows the ledger accounts of agents: to the owners of the books, and to each agent their own. */
export class Ledger {
  readonly #store: Store

  constructor({ store }: { readonly store: Store }) {
    this.#store = store
  }

  async accounts(
    actor: Actor,
    filter: { readonly agent?: number | undefined },
    query: ListQuery<'id' | 'balance'>,
  ): Promise<Page<LedgerAccountRecord>> {
    const page = await this.#store.read((unit) => unit.ledger.accounts(scopeOf(actor), filter, query))
    return { ...page, rows: page.rows.map(ledgerAccountRecord) }
  }

  /** Empty for an agent who works for nobody yet. @throws Refused 404, 422 where the call has to name the account */
  async list(
    actor: Actor,
    of: AccountOf,
    filter: LineFilter,
    query: ListQuery<'id'>,
  ): Promise<Page<LedgerLineRecord>> {
    return this.#store.read(async (unit) => {
      const account = await findAccount(unit, actor, of)
      if (account === undefined) return { rows: [], total: 0, next: null }
      const page = await unit.ledger.lines(account, filter, query)
      return { ...page, rows: page.rows.map((line) => ledgerLineRecord(account.agentId, line)) }
    })
  }

  /** Lines from `from` on and before `to`, Unix seconds. @throws Refused 404, 422 */
  async statement(actor: Actor, of: AccountOf, from: number, to: number): Promise<Statement> {
    if (to <= from)
      throw new Refused(CONSOLE.invalid, 'The end comes before the beginning', { to: 'too early' })
    return this.#store.read(async (unit) => {
      const account = await findAccount(unit, actor, of)
      if (account === undefined) throw unknown()
      const { opening, ...sums } = await unit.ledger.sums(account, from, to)
      const page = { offset: 0, limit: STATEMENT_LINES + 1, sort: 'id', desc: false } as const
      const { rows } = await unit.ledger.lines(account, { from, to }, page)
      return {
        account: ledgerAccountRecord(account),
        opening,
        closing: Object.values(sums).reduce((closing, sum) => closing + sum, opening),
        sums,
        ...(await unit.sales.countsOf(account.bookId, account.agentId, from, to)),
        lines: rows.slice(0, STATEMENT_LINES).map((line) => ledgerLineRecord(account.agentId, line)),
        is_cut: rows.length > STATEMENT_LINES,
      }
    })
  }

  /** Checks the accounts in the actor's books, for the owner in all books, one account at a time. */
  async verify(actor: Actor): Promise<Verification> {
    const book = actor.role === 'owner' ? undefined : actor.operatorId
    const accounts = await this.#store.read((unit) => unit.ledger.all(book))
    const broken: NamedAccount[] = []
    let transfers = 0
    for (const account of accounts) {
      const { ok, given } = await this.#store.read((unit) => unit.ledger.check(account.id))
      if (!ok) broken.push(account)
      transfers += given
      await breathe()
    }
    return { accounts: accounts.length, transfers, broken }
  }
}

/**
 * The named account, if the actor may see it: agents see their own, developers those in their books.
 * @returns undefined for an agent without any account
 */
async function findAccount(
  unit: Unit,
  actor: Actor,
  { agent = actor.role === 'agent' ? actor.operatorId : undefined, book }: AccountOf,
): Promise<AgentAccount | undefined> {
  if (agent === undefined) throw new Refused(CONSOLE.invalid, 'Which agent?', { agent: 'required' })
  if (actor.role === 'agent' && agent !== actor.operatorId) throw unknown()
  const isSeen = ({ bookId }: AgentAccount) => actor.role !== 'developer' || bookId === actor.operatorId
  const accounts = (await unit.ledger.ofAgent(agent)).filter(isSeen)
  const [meant, other] = accounts.filter(({ bookId }) => book === undefined || bookId === book)
  if (other !== undefined) throw new Refused(CONSOLE.invalid, 'Name the books', { book: 'required' })
  if (meant === undefined && (actor.role !== 'agent' || book !== undefined)) throw unknown()
  return meant
}

function unknown(): Refused {
  return new Refused(CONSOLE.notFound, 'There is no such account')
}
