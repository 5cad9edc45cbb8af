import { useI18n } from 'vue-i18n'
import type { IssuedInvitation } from '../../../src-server/contract/records/person.ts'
import { useDialogs } from '../../kit/dialogs/dialogs.ts'
import { notify } from '../../ui/toast.ts'
import LinkDialog from './LinkDialog.vue'

/** After a person was added: shows their link this once. A person with a password has none. */
export function useWelcome(): (
  { name }: { readonly name: string },
  invitation: IssuedInvitation | null,
  onClose?: () => void,
) => void {
  const { t } = useI18n()
  const show = useDialogs()
  return ({ name }, invitation, onClose) => {
    if (invitation === null) notify.success(t('people.created', { name }))
    else show(LinkDialog, { name, invitation, ...(onClose && { onClose }) })
  }
}
