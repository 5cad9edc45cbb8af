import { Undo2 } from '@lucide/vue'
import { computed, reactive, ref, watch, type ComputedRef, type Ref, type WritableComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { RequestRecord } from '../../../src-server/contract/records/request.ts'
import { useDialogs } from '../../kit/dialogs/dialogs.ts'
import QuestionDialog from '../../kit/dialogs/QuestionDialog.vue'
import { useForm, type Form } from '../../kit/form/use-form.ts'
import { useRefusal } from '../../kit/refusal/refusal.ts'
import { notify } from '../../ui/toast.ts'
import { useOwnRights } from '../../subjects/agents/own-rights.ts'
import { asksFirst, canApprove } from './approval.ts'
import { useDecisions, type DecisionResult } from './decisions.ts'

/** What of the screen a decision needs. */
interface Screen {
  readonly record: () => RequestRecord | undefined
  /** Shows a request as it is by now. */
  readonly take: (record: RequestRecord) => void
  /** Goes on after this one. */
  readonly goOn: (id: number) => void
}

export interface Desk {
  readonly busy: Readonly<Ref<boolean>>
  /** Whether this person may decide the request that is shown. */
  readonly mayDecide: ComputedRef<boolean>
  /** Which question is open about the request that is shown. */
  readonly asking: Ref<'approve' | 'reject' | undefined>
  /** What the customer will be told, kept for each request while the desk is open. */
  readonly note: WritableComputedRef<string>
  readonly failure: Ref<string>
  /** The request somebody else was quicker at. */
  readonly handled: Readonly<Ref<number | undefined>>
  /** Approves at once where nothing is lost by it; else it asks. */
  readonly approve: () => void
  readonly approval: Form<{ waive: boolean }>
  readonly reject: () => void
  readonly rejection: Form<object>
  /** Takes an approval back, after a question. */
  readonly reverse: () => void
}

/** Decides the request that is shown, tells what was done, and goes on to the next. */
export function useDesk(screen: Screen): Desk {
  const { t } = useI18n()
  const show = useDialogs()
  const rights = useOwnRights()
  const decisions = useDecisions()
  const asking = ref<'approve' | 'reject'>()
  const notes = reactive(new Map<number, string>())
  const refusal = useRefusal()
  const handled = ref<number>()
  const note = computed({
    get: () => notes.get(screen.record()?.id ?? 0) ?? '',
    set: (text) => {
      const id = screen.record()?.id
      if (id !== undefined) notes.set(id, text)
    },
  })
  const mayDecide = computed(() => {
    const record = screen.record()
    return record !== undefined && rights.has(record.kind, record.app)
  })
  const open = () => {
    const record = screen.record()
    return record?.state === 'pending' && mayDecide.value ? record : undefined
  }

  watch(
    () => screen.record()?.id,
    () => {
      refusal.clear()
      asking.value = undefined
      handled.value = undefined
    },
  )
  watch(asking, refusal.clear)
  // Somebody else decided it while a question about it was open here.
  watch(
    () => screen.record()?.state,
    (state) => {
      if (state === 'pending' || asking.value === undefined) return
      if (decisions.busy.value) return
      asking.value = undefined
      handled.value = screen.record()?.id
    },
  )

  /** @returns whether it was done */
  function settle(id: number, result: DecisionResult): boolean {
    if (result.outcome === 'left') return false
    if (result.record !== undefined) screen.take(result.record)
    const isShown = screen.record()?.id === id
    if (result.outcome === 'refused') {
      if (isShown) refusal.show(undefined, result.text)
      else notify.error(result.text)
      return false
    }
    if (isShown) asking.value = undefined
    if (result.outcome === 'handled') {
      if (isShown) handled.value = id
      return false
    }
    notes.delete(id)
    return true
  }
  async function takeBack(id: number): Promise<void> {
    const result = await decisions.reverse(id)
    if (settle(id, result)) notify.success(t('requests.done.reversed'))
  }
  async function decide(
    record: RequestRecord,
    act: () => Promise<DecisionResult>,
    tell: () => void,
  ): Promise<boolean> {
    const result = await act()
    if (!settle(record.id, result)) return false
    tell()
    if (screen.record()?.id === record.id) screen.goOn(record.id)
    return true
  }
  async function confirmApproval(waive: boolean): Promise<boolean> {
    const record = open()
    if (record === undefined) return false
    const { id, kind, subject, new_key: key } = record
    const answer = note.value.trim()
    return decide(
      record,
      () => decisions.approve(id, { note: answer, waive }),
      () => {
        if (kind === 'unbind') notify.success(t('requests.done.unbind', { code: subject }))
        else
          notify.undoable(t('requests.done.rebind', { from: subject, to: key }), {
            label: t('common.undo'),
            run: () => void takeBack(id),
          })
      },
    )
  }
  async function confirmRejection(): Promise<boolean> {
    const record = open()
    if (record === undefined) return false
    const answer = note.value.trim()
    return decide(
      record,
      () => decisions.reject(record.id, answer),
      () => {
        notify.success(t('requests.done.rejected', { subject: record.subject }))
      },
    )
  }
  return {
    busy: decisions.busy,
    mayDecide,
    asking,
    note,
    failure: refusal.message,
    handled,
    approve() {
      const record = open()
      if (record === undefined || decisions.busy.value || !canApprove(record)) return
      if (asksFirst(record)) asking.value = 'approve'
      else void confirmApproval(false)
    },
    approval: useForm(
      () => ({ waive: false }),
      ({ waive }) => confirmApproval(waive),
      refusal,
    ),
    reject() {
      if (open() !== undefined && !decisions.busy.value) asking.value = 'reject'
    },
    rejection: useForm(() => ({}), confirmRejection, refusal),
    reverse() {
      const record = screen.record()
      if (record === undefined) return
      const { id, subject, new_key: key } = record
      const run = () => takeBack(id)
      show(QuestionDialog, { icon: Undo2, words: 'requests.reverse', named: { subject, key }, run })
    },
  }
}
