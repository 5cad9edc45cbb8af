import type { CodeChoice } from '../../contract/device-names.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Device } from '../../domain/device/device.ts'
import type { CodeOfAccount } from '../../store/repositories/codes.ts'
import type { WriteUnit } from '../../store/store.ts'
import { slicesOf, TOGETHER } from '../../store/slices-of.ts'
import type { CodeJournal } from '../../telemetry/code-journal.ts'
import { happenedEach } from '../webhooks/happened.ts'
import { withPauses } from '../with-pauses.ts'

/** The codes that were used for trading accounts, when the accounts are deleted. */
export class AccountCodes {
  readonly #journal: CodeJournal

  constructor(journal: CodeJournal) {
    this.#journal = journal
  }

  /**
   * Spends the accounts' codes, which disables them, or frees them, in the unit of work that deletes the trading
   * accounts.
   */
  async leave(
    unit: WriteUnit,
    actor: Actor,
    accounts: readonly Device[],
    choice: CodeChoice,
    now: number,
  ): Promise<void> {
    const left: CodeOfAccount[] = []
    for await (const some of withPauses(slicesOf(accounts, TOGETHER)))
      left.push(
        ...(choice === 'free'
          ? await unit.codes.releaseOfAccounts(some)
          : await unit.codes.spendOfAccounts(some)),
      )
    if (choice === 'free') await this.#unbound(unit, actor, left, now)
    unit.afterCommit(() => {
      for (const { id: codeId, accountKey } of left) {
        const event =
          choice === 'free'
            ? ({ kind: 'release', detail: accountKey } as const)
            : ({ kind: 'disable', detail: '' } as const)
        this.#journal.add({ codeId, at: now, ...event, markcode: '', ip: '', by: actor.name })
      }
    })
  }

  /** Each account has an event of its own, which names its codes. */
  async #unbound(unit: WriteUnit, actor: Actor, freed: readonly CodeOfAccount[], at: number): Promise<void> {
    for (const [app, ofApp] of Map.groupBy(freed, ({ appId }) => appId)) {
      const data = async () => {
        const kamis = new Map<number, string>()
        for await (const some of withPauses(slicesOf([...new Set(ofApp.map(({ id }) => id))], TOGETHER)))
          for (const { id, kami } of await unit.codes.byIds({ kind: 'everything' }, some)) kamis.set(id, kami)
        return [...Map.groupBy(ofApp, ({ accountKey }) => accountKey)].map(([machine, codes]) => ({
          codes: [...new Set(codes.flatMap(({ id }) => kamis.get(id) ?? []))],
          machine,
          by: actor.name,
        }))
      }
      await happenedEach(unit, { event: 'unbound', app, at, data })
    }
  }
}
