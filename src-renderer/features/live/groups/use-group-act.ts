import { computed, onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { ActionOutput } from '../../../../src-server/contract/actions/index.ts'
import { CONSOLE } from '../../../../src-server/contract/error-codes.ts'
import type { GroupEffect } from '../../../../src-server/contract/records/group-act.ts'
import { useAnswer } from '../../../api/answer.ts'
import { call } from '../../../api/console-client.ts'
import { ConsoleError } from '../../../api/console-error.ts'
import { useFailureText } from '../../../kit/refusal/refusal.ts'
import { count } from '../../../subjects/figures/figures.ts'
import { usePolling } from '../../../ui/use-polling.ts'
import { useCloseOrders } from '../closing/close-orders.ts'
import { useGroupChoice } from './group-choice.ts'
import { toleranceOf } from './tolerance.ts'

export type Act = 'pause' | 'close'
type Done = ActionOutput<'group_close'>

/** The interval between two readings of the first step's figures, milliseconds. */
const LOOK_MS = 4000

/** An act on a group in two steps: its effect, then the reason and the deliberate act. */
export function useGroupAct(act: Readonly<Ref<Act>>) {
  const { t } = useI18n()
  const choice = useGroupChoice()
  const orders = useCloseOrders()
  const textOf = useFailureText()
  const pause = ref(true)
  const reason = ref('')
  const message = ref('')
  const busy = ref(false)
  /** The effect that the person agreed to: the second step is open. */
  const agreed = shallowRef<GroupEffect>()
  const done = shallowRef<Done>()

  const send = (
    more: { dry_run: true } | { accounts: number; tolerance: number; reason: string },
    signal?: AbortSignal,
  ) => {
    const order = { group: choice.group ?? {}, ...more }
    const options = signal && { signal }
    return act.value === 'pause'
      ? call('group_pause', order, options)
      : call('group_close', { ...order, pause: pause.value }, options)
  }
  const look = useAnswer(
    async (signal) => (choice.group === undefined ? undefined : send({ dry_run: true }, signal)),
    () => [act.value, choice.group, pause.value],
  )
  usePolling(
    async () => {
      if (agreed.value === undefined && done.value === undefined) await look.load()
    },
    () => LOOK_MS,
  )
  watch([act, () => choice.group], () => {
    agreed.value = undefined
    done.value = undefined
    message.value = ''
  })

  /** All accounts in sight: their applications, servers and symbols name groups. */
  const whole = useAnswer(
    (signal) =>
      call(act.value === 'pause' ? 'group_pause' : 'group_close', { group: {}, dry_run: true }, { signal }),
    () => act.value,
  )
  // The next person who comes here from elsewhere begins with all accounts.
  onScopeDispose(() => {
    choice.choose(undefined)
  })

  async function run(): Promise<void> {
    const effect = agreed.value
    if (effect === undefined || busy.value) return
    busy.value = true
    message.value = ''
    try {
      const { accounts } = effect
      const result: Done = await send({
        accounts,
        tolerance: toleranceOf(accounts),
        reason: reason.value.trim(),
      })
      done.value = result
      orders.begin(result.asked ?? [])
    } catch (error) {
      agreed.value = undefined
      message.value = explain(error, effect.accounts)
      await look.load()
    } finally {
      busy.value = false
    }
  }
  function explain(error: unknown, before: number): string {
    const now = error instanceof ConsoleError && error.code === CONSOLE.conflict && error.fields['accounts']
    if (typeof now !== 'string') return textOf(error)
    return t('groups.changed', { before: count(before), now: count(Number(now)) })
  }
  return {
    choice,
    look,
    whole: whole.value,
    pause,
    reason,
    message,
    busy,
    agreed,
    done,
    run,
    tolerance: computed(() => toleranceOf(agreed.value?.accounts ?? 0)),
  }
}
