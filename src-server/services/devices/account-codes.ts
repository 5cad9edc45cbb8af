import type { CodeChoice } from '../../contract/device-names.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Device } from '../../domain/device/device.ts'
import type { WriteUnit } from '../../store/store.ts'
import { happened } from '../webhooks/happened.ts'
import type { CodeJournal } from '../../telemetry/code-journal.ts'

/** The codes that were used for a trading account, when the account is deleted. */
export class AccountCodes {
  readonly #journal: CodeJournal

  constructor(journal: CodeJournal) {
    this.#journal = journal
  }

  /**
   * Spends the account's codes, which disables them, or frees them, in the unit of work that deletes the trading
   * account.
   */
  async leave(
    unit: WriteUnit,
    actor: Actor,
    { appId, accountKey }: Pick<Device, 'appId' | 'accountKey'>,
    choice: CodeChoice,
    now: number,
  ): Promise<void> {
    const isFree = choice === 'free'
    const ids = isFree
      ? await unit.codes.releaseOfAccount(appId, accountKey)
      : await unit.codes.spendOfAccount(appId, accountKey)
    const event = isFree
      ? ({ kind: 'release', detail: accountKey } as const)
      : ({ kind: 'disable', detail: '' } as const)
    if (isFree && ids.length > 0)
      await happened(unit, {
        event: 'unbound',
        app: appId,
        at: now,
        data: async () => {
          const codes = await unit.codes.byIds({ kind: 'everything' }, ids)
          return { codes: codes.map(({ kami }) => kami), machine: accountKey, by: actor.name }
        },
      })
    unit.afterCommit(() => {
      for (const codeId of ids)
        this.#journal.add({ codeId, at: now, ...event, markcode: '', ip: '', by: actor.name })
    })
  }
}
