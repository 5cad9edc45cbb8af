import { useI18n } from 'vue-i18n'
import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import { call } from '../../api/console-client.ts'
import type { BulkAct } from '../../kit/bulk/bulk-act.ts'
import type { BulkTarget } from '../../kit/list/selection.ts'
import { secondsOf } from '../../subjects/licence/durations.ts'
import { useSkippedWords } from '../../subjects/licence/skipped-words.ts'
import { codeChoice, useCodeQuestion } from '../../subjects/devices/code-choice.ts'
import type { DeviceFilter } from './device-list.ts'

export type DeviceTarget = BulkTarget<DeviceFilter>
export type DeviceMembers = Pick<
  ActionInput<'device_bulk'>,
  'label' | 'license' | 'buy_url' | 'agent' | 'note' | 'disabled' | 'disable_reason'
>
type Words = Pick<BulkAct, 'title' | 'text' | 'confirm' | 'danger'>

export interface DeviceActs {
  readonly extend: (target: DeviceTarget, days: number) => BulkAct
  readonly change: (target: DeviceTarget, members: DeviceMembers) => BulkAct
  readonly disable: (target: DeviceTarget, reason: string) => BulkAct
  readonly enable: (target: DeviceTarget) => BulkAct
  readonly remove: (target: DeviceTarget) => BulkAct
}

/** What can be done to many trading accounts, as the confirmation dialog needs it. */
export function useDeviceActs(): DeviceActs {
  const { t } = useI18n()
  const reason = useSkippedWords()
  const questionOf = useCodeQuestion()

  const act = (words: Words, run: BulkAct['run']): BulkAct => ({
    ...words,
    run,
    cancel: (job) => call('job_cancel', { id: job }),
    reason,
  })
  const change = (target: DeviceTarget, members: DeviceMembers, words: Words) =>
    act(words, (dryRun) => call('device_bulk', { ...target, ...members, dry_run: dryRun }))

  return {
    extend: (target, days) =>
      act(
        {
          title: t('devices.bulk.extend'),
          text: t('devices.bulk.extend_text', { n: days }, days),
          confirm: t('licence.extend'),
        },
        (dryRun) => call('device_extend', { ...target, seconds: secondsOf(days), dry_run: dryRun }),
      ),
    change: (target, members) =>
      change(target, members, {
        title: t('devices.bulk.change'),
        text: t('devices.bulk.change_text', {
          members: Object.keys(members)
            .map((name) => t(`devices.column.${name}`))
            .join(', '),
        }),
        confirm: t('common.save'),
      }),
    disable: (target, given) =>
      change(
        target,
        { disabled: true, disable_reason: given },
        {
          title: t('devices.bulk.disable'),
          text:
            given === ''
              ? t('devices.bulk.disable_text')
              : t('devices.bulk.disable_reason', { reason: given }),
          confirm: t('licence.disable'),
          danger: true,
        },
      ),
    enable: (target) =>
      change(
        target,
        { disabled: false, disable_reason: '' },
        {
          title: t('devices.bulk.enable'),
          text: t('devices.bulk.enable_text'),
          confirm: t('licence.enable'),
        },
      ),
    remove: (target) =>
      act(
        {
          title: t('devices.bulk.delete'),
          text: t('devices.bulk.delete_text'),
          confirm: t('devices.delete.name'),
          danger: true,
        },
        async (dryRun, choice) => {
          const codes = codeChoice(choice)
          const answer = await call('device_delete', { ...target, codes, dry_run: dryRun })
          return { ...answer, question: questionOf(answer.codes) }
        },
      ),
  }
}
