import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import type { CodeChoice } from '../../../../src-server/contract/device-names.ts'
import type { DeviceRecord } from '../../../../src-server/contract/records/device.ts'
import { call } from '../../../api/console-client.ts'
import { useAttempt } from '../../../kit/refusal/attempt.ts'
import { formatDay } from '../../../i18n/format.ts'
import { notify } from '../../../ui/toast.ts'
import { keepDays, secondsOf } from '../../../subjects/licence/durations.ts'

type Named = Pick<DeviceRecord, 'id' | 'account_key'>

/** What the page of a trading account does at once. @param changed reads it again */
export function useDevicePageActs(changed: () => Promise<void>) {
  const { t } = useI18n()
  const router = useRouter()
  const { attempt } = useAttempt()

  const update = (id: number, fields: { vip: number } | { disabled: boolean; disable_reason: string }) =>
    attempt(async () => {
      await call('device_update', { id, ...fields })
      await changed()
    })

  return {
    /** Lengthens it and offers to take that back. */
    extend: ({ id, account_key: key }: Named, days: number) =>
      attempt(async () => {
        const answer = await call('device_extend', { ids: [id], seconds: secondsOf(days) })
        const [change] = answer.changed ?? []
        if (change === undefined) {
          notify.error(t('devices.expiring.not_renewed', { key }))
          return
        }
        keepDays(days)
        await changed()
        notify.undoable(t('devices.expiring.renewed', { key, day: formatDay(change.to) }), {
          label: t('common.undo'),
          run: () => void update(id, { vip: change.from }),
        })
      }),
    disable: ({ id }: Named, reason: string) => update(id, { disabled: true, disable_reason: reason }),
    enable: ({ id }: Named) => update(id, { disabled: false, disable_reason: '' }),
    /** Deletes it, with what becomes of its codes, and goes to the list. */
    remove: ({ id, account_key: key }: Named, codes: CodeChoice) =>
      attempt(async () => {
        await call('device_delete', { ids: [id], codes })
        await router.push({ name: 'devices' })
        notify.success(t('devices.delete.done', { key }))
      }),
  }
}
