import { computed, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { ActionInput, ActionOutput } from '../../../../src-server/contract/actions/index.ts'
import { CONSOLE } from '../../../../src-server/contract/error-codes.ts'
import type { ServerMove, ServerRenameRecord } from '../../../../src-server/contract/records/server-rename.ts'
import { call } from '../../../api/console-client.ts'
import { ConsoleError } from '../../../api/console-error.ts'
import { useForm, type Form } from '../../../kit/form/use-form.ts'
import { useFailureText, useRefusal } from '../../../kit/refusal/refusal.ts'
import { formatInteger } from '../../../i18n/format.ts'
import { notify } from '../../../ui/toast.ts'

interface Draft {
  from: string
  to: string
  /** An application's number; empty for all. */
  app: string
  trials: boolean
}

export interface ServerRenameForm {
  /** Sent, it first looks at what a rename means; sent again, it renames. */
  readonly form: Form<Draft>
  readonly servers: Readonly<ShallowRef<ActionOutput<'server_list'> | undefined>>
  /** What was looked at with the form as it is now. */
  readonly preview: ComputedRef<ServerMove | undefined>
  /** Whether the preview moves anything. */
  readonly moves: ComputedRef<boolean>
  /** Reads the servers, and chooses one. */
  readonly begin: () => Promise<void>
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
  const servers = shallowRef<ActionOutput<'server_list'>>()
  const looked = shallowRef<{ readonly at: string; readonly move: ServerMove }>()
  const form = useForm<Draft>(
    (before) => ({ from: before?.from ?? '', to: '', app: before?.app ?? '', trials: true }),
    (): Promise<boolean> => (moves.value ? rename() : look()),
    useRefusal(({ fields }) => (fields['to'] === 'same' ? { to: t('servers.same') } : undefined)),
  )
  const { draft, refusal } = form
  const order = (): ActionInput<'server_rename'> => ({
    from: draft.from,
    to: draft.to,
    replace_trials: draft.trials,
    ...(draft.app === '' ? {} : { app: Number(draft.app) }),
  })
  const preview = computed((): ServerMove | undefined =>
    looked.value?.at === JSON.stringify(order()) ? looked.value.move : undefined,
  )
  const moves = computed((): boolean => (preview.value?.accounts ?? 0) + (preview.value?.codes ?? 0) > 0)

  async function look(): Promise<false> {
    const at = JSON.stringify(order())
    looked.value = { at, move: await call('server_rename', { ...order(), dry_run: true }) }
    return false
  }
  async function rename(): Promise<true> {
    const { from, to } = draft
    const { id, accounts } = await call('server_rename', order())
    if (id !== null) {
      notify.undoable(t('servers.done', { from, to: to.trim(), accounts: formatInteger(accounts) }), {
        label: t('common.undo'),
        run: () => void undo({ id, from, to: to.trim() }).then(changed),
      })
    }
    changed()
    return true
  }
  async function begin(): Promise<void> {
    form.reset()
    looked.value = undefined
    try {
      servers.value = await call('server_list', draft.app === '' ? {} : { app: Number(draft.app) })
    } catch (error) {
      servers.value = undefined
      refusal.show(error)
    }
    const rows = servers.value?.rows ?? []
    if (!rows.some(({ server }) => server === draft.from)) draft.from = rows[0]?.server ?? ''
  }
  return { form, servers, preview, moves, begin }
}
