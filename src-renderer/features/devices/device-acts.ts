import { useI18n } from 'vue-i18n'
import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import type { DEVICE } from '../../../src-server/contract/subjects/device.ts'
import { call } from '../../api/console-client.ts'
import type { BulkTarget } from '../../kit/list/selection.ts'
import { codeChoice, useCodeQuestion } from '../../subjects/devices/code-choice.ts'
import { useDeviceLabel } from '../../subjects/devices/device-form.ts'
import { useLicenceActs } from '../../subjects/licence/licence-acts.ts'
import type { DeviceFilter } from './device-list.ts'

type DeviceTarget = BulkTarget<DeviceFilter>
export type DeviceMembers = Pick<
  ActionInput<'device_bulk'>,
  (typeof DEVICE.bulk)[number] | 'add_tags' | 'remove_tags'
>

/** The bulk acts on trading accounts. */
export function useDeviceActs() {
  const { t } = useI18n()
  const labelOf = useDeviceLabel()
  const questionOf = useCodeQuestion()
  const change = (target: DeviceTarget, members: DeviceMembers, dryRun: boolean) =>
    call('device_bulk', { ...target, ...members, dry_run: dryRun })
  const acts = useLicenceActs<DeviceTarget>({
    extend: (target, seconds, dryRun) => call('device_extend', { ...target, seconds, dry_run: dryRun }),
    change,
    say: (key, named, count) => t(`devices.bulk.${key}`, named, count),
  })

  return {
    ...acts,
    change: (target: DeviceTarget, members: DeviceMembers) =>
      acts.act(
        {
          title: t('devices.bulk.change'),
          text: t('devices.bulk.change_text', {
            members: Object.keys(members).map(labelOf).join(', '),
          }),
          confirm: t('common.save'),
        },
        (dryRun) => change(target, members, dryRun),
      ),
    remove: (target: DeviceTarget) =>
      acts.act(
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
