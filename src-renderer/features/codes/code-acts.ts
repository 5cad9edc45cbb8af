import { useI18n } from 'vue-i18n'
import type { ActionInput, ActionOutput } from '../../../src-server/contract/actions/index.ts'
import { call } from '../../api/console-client.ts'
import type { BulkAct } from '../../app/list/bulk-act.ts'
import type { BulkTarget } from '../../app/list/selection.ts'
import { formatInteger } from '../../i18n/format.ts'
import { notify } from '../../ui/toast.ts'
import type { CodeQuestion } from './code-filter.ts'

export type CodeTarget = BulkTarget<CodeQuestion['filter']>
export type CodeChange = Pick<
  ActionInput<'code_update'>,
  'disabled' | 'extend_seconds' | 'end_time' | 'convert' | 'agent' | 'note'
>
/** Acts that ask nothing more, by the name their words go by. */
export type PlainAct = 'disable' | 'enable' | 'unbind' | 'delete' | 'restore' | 'purge'
export type ChangeKind = 'extend' | 'shorten' | 'end' | 'convert' | 'agent' | 'note'

type Answer = ActionOutput<'code_update'>
const DANGEROUS: ReadonlySet<string> = new Set(['disable', 'delete', 'purge', 'shorten'])
const REASONS: ReadonlySet<string> = new Set([
  'recycled',
  'not_recycled',
  'same',
  'endless',
  'ended',
  'too_short',
  'too_long',
  'spent',
  'not_bound',
  'debug',
  'plan',
  'unknown',
])

/** How many it is worded for: all that match are as many as it takes for the plural. */
export function wordedCount(target: CodeTarget): number {
  return 'ids' in target ? target.ids.length : 2
}

export interface CodeActs {
  readonly plain: (act: PlainAct, target: CodeTarget) => BulkAct
  readonly change: (kind: ChangeKind, change: CodeChange, target: CodeTarget) => BulkAct
}

/** What can be done to codes, as the confirmation dialog needs it. @param changed what was taken back shows again */
export function useCodeActs(changed: () => void): CodeActs {
  const { t } = useI18n()

  function send(act: PlainAct, target: CodeTarget, dryRun: boolean): Promise<Answer> {
    const input = { ...target, dry_run: dryRun }
    switch (act) {
      case 'disable':
      case 'enable':
        return call('code_update', { ...input, disabled: act === 'disable' })
      case 'unbind':
        return call('code_unbind', input)
      case 'delete':
        return call('code_delete', input)
      case 'restore':
        return call('code_restore', input)
      case 'purge':
        return call('code_purge', input)
    }
  }
  const UNDO: Partial<Record<PlainAct, PlainAct>> = {
    disable: 'enable',
    enable: 'disable',
    delete: 'restore',
    restore: 'delete',
  }
  /** A job doesn't say which codes it changed, so it can't be taken back from here. */
  function offerUndo(act: PlainAct, { ids = [] }: Answer): void {
    const undo = UNDO[act]
    if (undo === undefined || ids.length === 0) return
    notify.undoable(t(`codes.act.${act}.done`, { n: formatInteger(ids.length) }, ids.length), {
      label: t('common.undo'),
      run: () => void send(undo, { ids }, false).then(changed, () => undefined),
    })
  }
  const act = (kind: PlainAct | ChangeKind, target: CodeTarget, run: BulkAct['run']): BulkAct => ({
    title: t(`codes.act.${kind}.title`, wordedCount(target)),
    text: t(`codes.act.${kind}.text`, wordedCount(target)),
    confirm: t(`codes.act.${kind}.name`),
    danger: DANGEROUS.has(kind),
    run,
    cancel: (job) => call('job_cancel', { id: job }),
    reason: (reason) => (REASONS.has(reason) ? t(`codes.skipped.${reason}`) : reason),
  })
  return {
    plain: (kind, target) =>
      act(kind, target, async (dryRun) => {
        const answer = await send(kind, target, dryRun)
        if (!dryRun) offerUndo(kind, answer)
        return answer
      }),
    change: (kind, change, target) =>
      act(kind, target, (dryRun) => call('code_update', { ...target, ...change, dry_run: dryRun })),
  }
}
