import { CODE, CONSOLE, type BusinessCode } from '../contract/error-codes.ts'
import type { Clock } from '../contract/ports.ts'
import type { AccountRecord } from '../contract/records/account.ts'
import { scopeOf, type Actor } from '../domain/access/scope.ts'
import { readKami } from '../domain/code/kami.ts'
import { decideRecharge, type RechargeRefusal } from '../domain/account/recharge.ts'
import type { Store } from '../store/store.ts'
import type { CodeJournal } from '../telemetry/code-journal.ts'
import { messageOf } from '../wire/messages.ts'
import { accountRecord } from './accounts.ts'
import type { AgentBans } from './agent-bans.ts'
import type { ApplicationRegistry } from './application-registry.ts'
import { audit } from './audit-trail.ts'
import { rechargeHappening } from './code-happenings.ts'
import { Refused } from './refused.ts'

interface Parts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly bans: AgentBans
  readonly journal: CodeJournal
  readonly clock: Clock
}

const CODES: Record<RechargeRefusal, BusinessCode> = {
  unknown: CODE.kamiUnknown,
  disabled: CODE.kamiDisabled,
  typeWrong: CODE.kamiTypeWrong,
  recharged: CODE.kamiRecharged,
  used: CODE.kamiUsed,
  ended: CODE.failure,
  alreadyPermanent: CODE.alreadyPermanent,
}

/** Codes spent on accounts (protocol.md 7). */
export class AccountRecharges {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Spends the code and lengthens the account as one step; a refusal has its code of the specification's table.
   * @throws Refused 404 for an account that isn't there or isn't the actor's.
   */
  async recharge(actor: Actor, id: number, text: string): Promise<AccountRecord> {
    const kami = readKami(text)
    const { store, registry, bans, journal, clock } = this.#parts
    if (kami === '') throw refused(CODE.kamiMissing)
    return store.write(
      async (unit) => {
        const now = clock.now()
        const account = await unit.accounts.findInScope(scopeOf(actor), id)
        if (account === undefined) throw new Refused(CONSOLE.notFound, 'There is no such account')
        const code = await unit.codes.find(account.appId, kami)
        const decision = decideRecharge(account, code, { agentBanned: bans.has(code?.agentId ?? null), now })
        if (decision.outcome !== 'granted') throw refused(CODES[decision.outcome])
        const spent = code && (await unit.codes.recharge(code.id, code.revision, id, now))
        if (spent === undefined) throw refused(CODE.kamiRecharged)
        const recharged = await unit.accounts.update(id, { vip: decision.vip })
        if (recharged === undefined) throw new Error('the account changed meanwhile')
        await audit(unit, actor, now, {
          action: 'account_recharge',
          subject: { kind: 'account', id, label: account.user },
          app: account.appId,
          owner: registry.ownerOf(account.appId),
          before: { vip: account.vip, code: '' },
          after: { vip: recharged.vip, code: kami },
        })
        unit.afterCommit(() => {
          journal.add(rechargeHappening(spent, account.user, actor.name, now))
        })
        return accountRecord(recharged)
      },
      { durable: true },
    )
  }
}

function refused(code: BusinessCode): Refused {
  return new Refused(code, messageOf(code, 'en'))
}
