import type { Account } from '../../domain/account/account.ts'
import { slicesOf, TOGETHER } from '../../store/slices-of.ts'
import { withPauses } from '../with-pauses.ts'
import { markOf } from './import-log.ts'
import { itemsWith, judgeEach, recordsOf, type UndoWay } from './undo-way.ts'

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
          const found = await unit.accounts.ofIds({ kind: 'everything' }, recordsOf(items))
          return judgeEach(items, found, (item, account) => {
            const label = account.user
            if (account.lastLoginAt !== null) return { kept: 'used', label }
            return accountMark(account) === item.mark ? 'remove' : { kept: 'changed', label }
          })
        },
        async undo(unit, verdicts) {
          const removed: number[] = []
          const ids = itemsWith(verdicts, 'remove').map(({ itemId }) => itemId)
          for await (const some of withPauses(slicesOf(ids, TOGETHER)))
            removed.push(...(await unit.accounts.delete(some)))
          return { removed, restored: [] }
        },
      }),
  }
}
