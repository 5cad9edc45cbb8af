import { KeyRound, ShieldOff } from '@lucide/vue'
import { useI18n } from 'vue-i18n'
import type { IssuedInvitation, PersonRecord } from '../../../src-server/contract/records/person.ts'
import { call } from '../../api/console-client.ts'
import { useDialogs } from '../../kit/dialogs/dialogs.ts'
import QuestionDialog from '../../kit/dialogs/QuestionDialog.vue'
import { useAttempt } from '../../kit/refusal/attempt.ts'
import { notify } from '../../ui/toast.ts'
import LinkDialog from './LinkDialog.vue'
import ShutOutDialog from './ShutOutDialog.vue'

type Person = Pick<PersonRecord, 'id' | 'name' | 'state' | 'invitation'>

/** The acts on developers and on staff. @param changed reads the person again */
export function usePersonActs(kind: 'developer' | 'staff', changed: () => Promise<unknown>) {
  const { t } = useI18n()
  const show = useDialogs()
  const { busy, attempt } = useAttempt()

  /** Runs an act without a question. @param run returns the notice */
  async function act(run: () => Promise<string>): Promise<void> {
    await attempt(async () => {
      notify.success(await run())
    })
    await changed()
  }
  /** Shows the link this once. */
  async function showLink(name: string, invitation: IssuedInvitation | undefined): Promise<void> {
    if (invitation !== undefined) show(LinkDialog, { name, invitation })
    await changed()
  }
  return {
    busy,
    act,
    /** Makes a link for a new password. It asks first where the person has a password. */
    async reset({ id, name, state }: Person): Promise<void> {
      let link: IssuedInvitation | undefined
      const run = async () => {
        link = await call(`${kind}_password_reset`, { id })
      }
      const after = () => showLink(name, link)
      if (state !== 'invited') {
        show(QuestionDialog, {
          icon: KeyRound,
          tone: 'calm',
          words: 'people.reset',
          named: { name },
          run,
          after,
        })
        return
      }
      await attempt(run)
      await after()
    },
    /** For a person who lost their authenticator: the password alone signs them in afterwards. */
    switchTotpOff({ id, name }: Person): void {
      const run = () => call('totp_off', { operator: id })
      show(QuestionDialog, { icon: ShieldOff, words: 'people.totp', named: { name }, run, after: changed })
    },
    revokeLink: ({ invitation }: Person) =>
      act(async () => {
        if (invitation !== null) await call('invitation_revoke', { id: invitation.id })
        return t('people.link.revoked')
      }),
    freeze({ id, name }: Person): void {
      const run = async (reason: string) => {
        await call(`${kind}_freeze`, { id, reason })
        notify.success(t('people.freeze.done', { name }))
        await changed()
      }
      show(ShutOutDialog, { what: 'freeze', name, run })
    },
    unfreeze: ({ id, name }: Person) =>
      act(async () => {
        await call(`${kind}_unfreeze`, { id })
        return t('people.freeze.lifted', { name })
      }),
  }
}

export type PersonActs = ReturnType<typeof usePersonActs>
