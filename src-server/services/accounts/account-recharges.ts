import { CODE, CONSOLE, type BusinessCode } from '../../contract/error-codes.ts'
import type { Clock } from '../../contract/ports.ts'
import type { AccountRecord } from '../../contract/records/account.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import { readKami } from '../../domain/code/kami.ts'
import { decideRecharge, type RechargeRefusal } from '../../domain/account/recharge.ts'
import type { Account } from '../../domain/account/account.ts'
import type { Code } from '../../domain/code/code.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import type { CodeJournal } from '../../telemetry/code-journal.ts'
import { messageOf } from '../../wire/messages.ts'
import { accountRecord } from './accounts.ts'
import type { AgentBans } from '../agents/agent-bans.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { audit, customer, type Auditor } from '../platform/audit-trail.ts'
import { rechargeEvent } from '../codes/code-events.ts'
import { firstUse } from '../codes/first-use.ts'
import { licencesChanged } from '../webhooks/licence-changes.ts'
import { Refused } from '../refused.ts'

interface Parts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly bans: AgentBans
  readonly journal: CodeJournal
  readonly clock: Clock
}

export const RECHARGE_CODES = {
  unknown: CODE.kamiUnknown,
  disabled: CODE.kamiDisabled,
  typeWrong: CODE.kamiTypeWrong,
  recharged: CODE.kamiRecharged,
  used: CODE.kamiUsed,
  ended: CODE.failure,
  alreadyPermanent: CODE.alreadyPermanent,
} as const satisfies Record<RechargeRefusal, BusinessCode>

/** The order of a customer. */
export interface NamedRecharge {
  readonly app: number
  readonly user: string
  readonly kami: string
  readonly ip: string
}

export type NamedOutcome =
  | { readonly outcome: 'granted'; readonly vip: number }
  | { readonly outcome: RechargeRefusal | 'accountUnknown' | 'accountDisabled' }

/** Spends codes on user accounts (docs/protocol.md 7). */
export class AccountRecharges {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Spends the code and extends the account in one step. A refusal has its code in the specification's table.
   * @throws Refused 404 for an account that does not exist or is not the actor's
   */
  async recharge(actor: Actor, id: number, text: string): Promise<AccountRecord> {
    const kami = readKami(text)
    const { store } = this.#parts
    if (kami === '') throw refused(CODE.kamiMissing)
    return store.write(
      async (unit) => {
        const account = await unit.accounts.findInScope(scopeOf(actor), id)
        if (account === undefined) throw new Refused(CONSOLE.notFound, 'There is no such account')
        const code = await unit.codes.findHeld(account.appId, kami)
        const spent = await this.#spend(unit, actor, account, code)
        if (typeof spent === 'string') throw refused(RECHARGE_CODES[spent])
        return accountRecord(spent)
      },
      { durable: true },
    )
  }

  /**
   * A customer spends a code on the account that they name, without a password: a recharge only adds time. The answer
   * shows whether the account exists only with a valid code, so nobody learns names for free.
   */
  async rechargeNamed({ app, user, kami, ip }: NamedRecharge): Promise<NamedOutcome> {
    const { store, bans, clock } = this.#parts
    return store.write(
      async (unit) => {
        const code = await unit.codes.findHeld(app, kami)
        const account = await unit.accounts.find(app, user)
        const about = { agentBanned: bans.has(code?.agentId ?? null), now: clock.now() }
        const { outcome } = decideRecharge({ vip: 0 }, code, about)
        if (outcome !== 'granted') return { outcome }
        if (account === undefined) return { outcome: 'accountUnknown' }
        if (account.disabled) return { outcome: 'accountDisabled' }
        const spent = await this.#spend(unit, customer(ip), account, code)
        return typeof spent === 'string' ? { outcome: spent } : { outcome: 'granted', vip: spent.vip }
      },
      { durable: true },
    )
  }

  /** @returns the changed account, or why nothing was done */
  async #spend(
    unit: WriteUnit,
    by: Auditor,
    account: Account,
    code: Code | undefined,
  ): Promise<Account | RechargeRefusal> {
    const { registry, bans, journal, clock } = this.#parts
    const now = clock.now()
    const decision = decideRecharge(account, code, { agentBanned: bans.has(code?.agentId ?? null), now })
    if (decision.outcome !== 'granted') return decision.outcome
    const spent = code && (await unit.codes.recharge(code.id, code.revision, account.id, now))
    if (spent === undefined) return 'recharged'
    const recharged = await unit.accounts.update(account.id, { vip: decision.vip })
    if (recharged === undefined) throw new Error('the account changed meanwhile')
    await audit(unit, by, now, {
      action: 'account_recharge',
      subject: { kind: 'account', id: account.id, label: account.user },
      app: account.appId,
      owner: registry.ownerOf(account.appId),
      before: { vip: account.vip, code: '' },
      after: { vip: recharged.vip, code: spent.kami },
    })
    await firstUse(unit, account.user, spent, { useTime: now }, { renews: account.vip > 0 })
    await licencesChanged(unit, { what: 'user_accounts', by: by.name, at: now, code: spent.kami }, [
      { app: account.appId, name: account.user, before: account.vip, after: recharged.vip },
    ])
    unit.afterCommit(() => {
      journal.add(rechargeEvent(spent, account.user, by.name, now))
    })
    return recharged
  }
}

function refused(code: BusinessCode): Refused {
  return new Refused(code, messageOf(code, 'en'))
}
