import type { CodeEventKind } from '../../contract/records/code-event.ts'
import type { Store } from '../../store/store.ts'
import type { CodeJournal } from '../../telemetry/code-journal.ts'
import { slicesOf, TOGETHER } from '../../store/slices-of.ts'
import { withPauses } from '../with-pauses.ts'
import { itemsWith, judgeEach, recordsOf, type UndoWay } from './undo-way.ts'

/** Events of a client that was let in. Each other use changes the code's revision. */
const USES: ReadonlySet<CodeEventKind> = new Set(['login', 'bind', 'move', 'activate', 'recharge', 'unbind'])
const EVERYTHING = { kind: 'everything' } as const

/** The mark of a code is its revision, because every change of a code increases it. */
export const codeMark = (code: { readonly revision: number }): string => String(code.revision)
export const NEW_CODE_MARK = codeMark({ revision: 0 })

/** An imported code goes, unless a machine logged in with it or somebody changed it. */
export function undoCodes({ store, journal }: { store: Store; journal: CodeJournal }): UndoWay {
  return {
    async prepare(items) {
      const ids = recordsOf(items)
      const codes = await store.read((unit) => unit.codes.byIds(EVERYTHING, ids))
      // A login with a bound code may change nothing in the code.
      const bound = codes.filter(({ markcode }) => markcode !== '')
      const events = await Promise.all(bound.map(async ({ id }) => [id, await journal.of(id)] as const))
      const used = new Set(
        events.filter(([, own]) => own.some(({ kind }) => USES.has(kind))).map(([id]) => id),
      )
      return {
        async judge(unit, _, given) {
          return judgeEach(given, await unit.codes.byIds(EVERYTHING, ids), (item, code) => {
            const { kami: label, useTime, createdAt } = code
            if (used.has(code.id) || (useTime ?? 0) > createdAt) return { kept: 'used', label }
            return codeMark(code) === item.mark ? 'remove' : { kept: 'changed', label }
          })
        },
        async undo(unit, verdicts) {
          const removed: number[] = []
          const wanted = itemsWith(verdicts, 'remove').map((item) => ({
            id: item.itemId,
            revision: Number(item.mark),
          }))
          for await (const part of withPauses(slicesOf(wanted, TOGETHER)))
            removed.push(...(await unit.codes.remove(part)))
          return { removed, restored: [] }
        },
      }
    },
  }
}
