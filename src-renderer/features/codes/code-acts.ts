import { useI18n } from 'vue-i18n'
import type { ActionInput, ActionOutput } from '../../../src-server/contract/actions/index.ts'
import { RECORD_CHOICES, type PlainEdit } from '../../../src-server/contract/code-names.ts'
import type { RecordChanges, RecordChoice } from '../../../src-server/contract/records/code.ts'
import { call } from '../../api/console-client.ts'
import { useFindText } from '../../i18n/index.ts'
import type { BulkAct, BulkForecast } from '../../kit/bulk/bulk-act.ts'
import type { BulkTarget } from '../../kit/list/selection.ts'
import { useAttempt } from '../../kit/refusal/attempt.ts'
import { formatInteger } from '../../i18n/format.ts'
import { notify } from '../../ui/toast.ts'
import type { CodeFilter } from './code-list.ts'
import { undoOf } from './record-changes.ts'
import { useRecordWords } from './record-words.ts'

export type CodeTarget = BulkTarget<CodeFilter>
export type CodeChange = Pick<
  ActionInput<'code_update'>,
  | 'disabled'
  | 'extend_seconds'
  | 'end_time'
  | 'convert'
  | 'agent'
  | 'note'
  | 'seats'
  | 'add_tags'
  | 'remove_tags'
  | 'fields'
>
/** Acts that ask nothing more, by the name their words go by. */
export type PlainAct = 'disable' | 'enable' | 'delete' | PlainEdit
export type ChangeKind =
  | 'extend'
  | 'shorten'
  | 'end'
  | 'convert'
  | 'agent'
  | 'note'
  | 'seats'
  | 'add_tags'
  | 'remove_tags'
  | 'fields'

type Answer = ActionOutput<'code_update'>
const DANGEROUS: ReadonlySet<string> = new Set(['disable', 'delete', 'purge', 'shorten'])
const NO_RECORDS: RecordChanges = { total: 0, rows: [] }

/** How many it is worded for: all that match are as many as it takes for the plural. */
export function wordedCount(target: CodeTarget): number {
  return 'ids' in target ? target.ids.length : 2
}

const isRefund = (act: PlainAct): act is 'disable' | 'delete' => act === 'disable' || act === 'delete'

/** What can be done to codes, as the confirmation dialog needs it. @param changed what was taken back shows again */
export function useCodeActs(changed: () => void) {
  const { t } = useI18n()
  const find = useFindText()
  const { attempt } = useAttempt()
  const words = useRecordWords()

  function send(act: PlainAct, target: CodeTarget, dryRun: boolean, record?: RecordChoice): Promise<Answer> {
    const input = { ...target, dry_run: dryRun }
    const refund = record === undefined ? {} : { record }
    switch (act) {
      case 'disable':
        return call('code_update', { ...input, disabled: true, ...refund })
      case 'enable':
        return call('code_update', { ...input, disabled: false })
      case 'delete':
        return call('code_delete', { ...input, ...refund })
      default:
        return call(`code_${act}`, input)
    }
  }
  /** @param previewed what happens to trading accounts, by the dry run */
  function undoFor(
    act: PlainAct,
    ids: readonly number[],
    previewed: RecordChanges,
  ): (() => Promise<unknown>) | undefined {
    switch (act) {
      case 'disable':
        return () => send('enable', { ids: [...ids] }, false)
      case 'delete':
        return () => send('restore', { ids: [...ids] }, false)
      case 'enable':
      case 'restore': {
        const groups = undoOf(ids, previewed)
        const back = act === 'enable' ? 'disable' : 'delete'
        return (
          groups &&
          (() => Promise.all(groups.map((group) => send(back, { ids: group.ids }, false, group.record))))
        )
      }
      default:
        return undefined
    }
  }
  /** A job doesn't say which codes it changed, so it can't be taken back from here. */
  function offerUndo(act: PlainAct, { ids = [] }: Answer, previewed: RecordChanges): void {
    const undo = ids.length === 0 ? undefined : undoFor(act, ids, previewed)
    if (undo === undefined) return
    notify.undoable(t(`codes.act.${act}.done`, { n: formatInteger(ids.length) }, ids.length), {
      label: t('common.undo'),
      run: () => void attempt(undo).then(changed),
    })
  }
  const act = (kind: PlainAct | ChangeKind, target: CodeTarget, run: BulkAct['run']): BulkAct => ({
    title: t(`codes.act.${kind}.title`, wordedCount(target)),
    text: t(`codes.act.${kind}.text`, wordedCount(target)),
    confirm: t(`codes.act.${kind}.name`),
    danger: DANGEROUS.has(kind),
    run,
    cancel: (job) => call('job_cancel', { id: job }),
    reason: (reason) => find(`codes.skipped.${reason}`) ?? reason,
  })
  /** With what becomes of the trading accounts. */
  const announced = (answer: Answer): BulkForecast => ({ ...answer, effects: words.edit(answer.records) })

  function refund(kind: 'disable' | 'delete', target: CodeTarget): BulkAct {
    const question = words.question(wordedCount(target))
    let concerned = NO_RECORDS
    return act(kind, target, async (dryRun, choice) => {
      const record = RECORD_CHOICES.find((known) => known === choice)
      if (!dryRun) {
        const answer = await send(kind, target, false, record)
        offerUndo(kind, answer, NO_RECORDS)
        return answer
      }
      if (record === undefined) {
        // Ending the records changes each that any choice changes: where that is none, nothing is asked.
        const answer = await send(kind, target, true, 'end')
        concerned = answer.records ?? NO_RECORDS
        if (concerned.total === 0) return answer
      }
      const answer = await send(kind, target, true, record ?? RECORD_CHOICES[0])
      return { ...answer, question, effects: words.refund(concerned, answer.records ?? NO_RECORDS) }
    })
  }
  function plain(kind: Exclude<PlainAct, 'disable' | 'delete'>, target: CodeTarget): BulkAct {
    let previewed = NO_RECORDS
    return act(kind, target, async (dryRun) => {
      const answer = await send(kind, target, dryRun)
      if (dryRun) previewed = answer.records ?? NO_RECORDS
      else offerUndo(kind, answer, previewed)
      return announced(answer)
    })
  }
  return {
    plain: (kind: PlainAct, target: CodeTarget) =>
      isRefund(kind) ? refund(kind, target) : plain(kind, target),
    change: (kind: ChangeKind, change: CodeChange, target: CodeTarget) =>
      act(kind, target, async (dryRun) =>
        announced(await call('code_update', { ...target, ...change, dry_run: dryRun })),
      ),
  }
}

export type CodeActs = ReturnType<typeof useCodeActs>
