import type { Account } from '../../domain/account/account.ts'
import { withPauses } from '../with-pauses.ts'
import { markOf } from './import-log.ts'
import { itemsWith, type UndoWay, type Verdict } from './undo-way.ts'

/** Failed passwords neither use nor change an account. */
export function accountMark(account: Account): string {
  return markOf({ ...account, failures: 0, lockedUntil: 0 })
}

/** An imported user account goes, unless its customer signed in or somebody changed it. */
export function undoAccounts(): UndoWay {
  return {
    prepare: () =>
      Promise.resolve({
        async judge(unit, _, items) {
          const ids = items.map(({ itemId }) => itemId)
          const found = await unit.accounts.ofIds({ kind: 'everything' }, ids)
          const there = new Map(found.map((account) => [account.id, account]))
          return new Map(
            items.map((item): [typeof item, Verdict] => {
              const account = there.get(item.itemId)
              if (account === undefined) return [item, 'gone']
              const label = account.user
              if (account.lastLoginAt !== null) return [item, { kept: 'used', label }]
              return [item, accountMark(account) === item.mark ? 'remove' : { kept: 'changed', label }]
            }),
          )
        },
        async undo(unit, verdicts) {
          const removed: number[] = []
          for await (const { itemId } of withPauses(itemsWith(verdicts, 'remove')))
            if (await unit.accounts.delete(itemId)) removed.push(itemId)
          return { removed, restored: [] }
        },
      }),
  }
}
