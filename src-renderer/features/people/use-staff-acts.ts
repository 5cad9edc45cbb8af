import { shallowRef, type ShallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { IssuedInvitation, StaffRecord } from '../../../src-server/contract/records/person.ts'
import { call } from '../../api/console-client.ts'
import { useAttempt } from '../../kit/refusal/attempt.ts'
import { notify } from '../../ui/toast.ts'

export interface StaffActs {
  /** A link that was just made, and for whom: it is shown this once. */
  readonly link: ShallowRef<{ name: string; invitation: IssuedInvitation } | undefined>
  readonly reset: (staff: StaffRecord) => Promise<void>
  /** For a person who lost their authenticator: the password alone signs them in afterwards. */
  readonly switchTotpOff: (staff: StaffRecord) => Promise<void>
  readonly revoke: (staff: StaffRecord) => Promise<void>
  readonly unfreeze: (staff: StaffRecord) => Promise<void>
  readonly remove: (staff: StaffRecord) => Promise<void>
  /** Throws: its dialog shows why not. */
  readonly freeze: (staff: StaffRecord, reason: string) => Promise<void>
}

/** An employer's acts on their staff. @param done reads the list again */
export function useStaffActs(done: () => Promise<void>): StaffActs {
  const { t } = useI18n()
  const { attempt } = useAttempt()
  const link: StaffActs['link'] = shallowRef()

  async function act(run: () => Promise<string>): Promise<void> {
    await attempt(async () => {
      const said = await run()
      if (said !== '') notify.success(said)
    })
    await done()
  }
  return {
    link,
    reset: ({ id, name }) =>
      act(async () => {
        link.value = { name, invitation: await call('staff_password_reset', { id }) }
        return ''
      }),
    switchTotpOff: ({ id, name }) =>
      act(async () => {
        await call('totp_off', { operator: id })
        return t('people.totp.done', { name })
      }),
    revoke: ({ invitation }) =>
      act(async () => {
        if (invitation !== null) await call('invitation_revoke', { id: invitation.id })
        return t('people.link.revoked')
      }),
    unfreeze: ({ id, name }) =>
      act(async () => {
        await call('staff_unfreeze', { id })
        return t('people.freeze.lifted', { name })
      }),
    remove: ({ id, name }) =>
      act(async () => {
        await call('staff_delete', { id })
        return t('people.staff.deleted', { name })
      }),
    async freeze({ id, name }, reason) {
      await call('staff_freeze', { id, reason })
      notify.success(t('people.freeze.done', { name }))
      await done()
    },
  }
}
