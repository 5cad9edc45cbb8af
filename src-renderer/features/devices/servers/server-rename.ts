import { computed, reactive, ref, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { ActionOutput } from '../../../../src-server/contract/actions/index.ts'
import { CONSOLE } from '../../../../src-server/contract/error-codes.ts'
import type { ServerMove, ServerRenameRecord } from '../../../../src-server/contract/records/server-rename.ts'
import { call } from '../../../api/console-client.ts'
import { ConsoleError } from '../../../api/console-error.ts'
import { useFailureText, useRefusal, type Refusal } from '../../../kit/refusal/refusal.ts'
import { formatInteger } from '../../../i18n/format.ts'
import { notify } from '../../../ui/toast.ts'

interface Form {
  from: string
  to: string
  /** An application's number; empty for all. */
  app: string
  trials: boolean
}

export interface ServerRenameForm {
  readonly form: Form
  readonly servers: Readonly<ShallowRef<ActionOutput<'server_list'> | undefined>>
  /** What was looked at with the form as it is now. */
  readonly preview: ComputedRef<ServerMove | undefined>
  readonly refusal: Refusal
  readonly busy: Ref<boolean>
  readonly begin: () => Promise<void>
  readonly look: () => Promise<void>
  /** @returns whether it was done */
  readonly rename: () => Promise<boolean>
}

/** What a rename's undo was refused for, and its toast. */
export function useRenameUndo(): (
  rename: Pick<ServerRenameRecord, 'id' | 'from' | 'to'>,
) => Promise<boolean> {
  const { t } = useI18n()
  const textOf = useFailureText()
  return async ({ id, from, to }) => {
    try {
      const { accounts } = await call('server_rename_undo', { id })
      notify.success(t('servers.undone', { from, to, accounts: formatInteger(accounts) }))
      return true
    } catch (error) {
      notify.error(
        conflictOf(error) === undefined ? textOf(error) : t(`servers.conflict.${conflictOf(error)}`),
      )
      return false
    }
  }
}

/** Why a rename can't be undone. */
export function conflictOf(error: unknown): 'undone' | 'nothing' | undefined {
  if (!(error instanceof ConsoleError) || error.code !== CONSOLE.conflict) return undefined
  return error.fields['id'] === 'undone' ? 'undone' : 'nothing'
}

/** A rename from choosing the server to the act. @param changed after the act, and after its undo */
export function useServerRename(changed: () => void): ServerRenameForm {
  const { t } = useI18n()
  const undo = useRenameUndo()
  const refusal = useRefusal()
  const form = reactive<Form>({ from: '', to: '', app: '', trials: true })
  const servers = shallowRef<ActionOutput<'server_list'>>()
  const looked = shallowRef<{ readonly at: string; readonly move: ServerMove }>()
  const busy = ref(false)
  const order = () => ({
    from: form.from,
    to: form.to,
    replace_trials: form.trials,
    ...(form.app === '' ? {} : { app: Number(form.app) }),
  })

  async function send<T>(act: () => Promise<T>): Promise<T | undefined> {
    busy.value = true
    refusal.clear()
    try {
      return await act()
    } catch (error) {
      const same = error instanceof ConsoleError && error.fields['to'] === 'same'
      refusal.show(same ? new ConsoleError(CONSOLE.invalid, '', { to: t('servers.same') }) : error)
      return undefined
    } finally {
      busy.value = false
    }
  }

  return {
    form,
    servers,
    preview: computed(() => (looked.value?.at === JSON.stringify(order()) ? looked.value.move : undefined)),
    refusal,
    busy,
    async begin() {
      Object.assign(form, { to: '', trials: true })
      looked.value = undefined
      servers.value = await send(() => call('server_list', form.app === '' ? {} : { app: Number(form.app) }))
      const rows = servers.value?.rows ?? []
      if (!rows.some(({ server }) => server === form.from)) form.from = rows[0]?.server ?? ''
    },
    async look() {
      const at = JSON.stringify(order())
      const move = await send(() => call('server_rename', { ...order(), dry_run: true }))
      looked.value = move && { at, move }
    },
    async rename() {
      const { from, to } = form
      const done = await send(() => call('server_rename', order()))
      if (done === undefined) return false
      const { id, accounts } = done
      if (id !== null) {
        notify.undoable(t('servers.done', { from, to: to.trim(), accounts: formatInteger(accounts) }), {
          label: t('common.undo'),
          run: () => void undo({ id, from, to: to.trim() }).then(changed),
        })
      }
      changed()
      return true
    },
  }
}
