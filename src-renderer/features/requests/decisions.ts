import { ref, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { CONSOLE } from '../../../src-server/contract/error-codes.ts'
import type { RequestRecord } from '../../../src-server/contract/records/request.ts'
import { call, isUnconfirmed } from '../../api/console-client.ts'
import { ConsoleError } from '../../api/console-error.ts'
import { useFailureText } from '../../kit/refusal/refusal.ts'

/** What came of it. `handled`: somebody else was quicker, and `record` is what they made of it. */
export type DecisionResult =
  | { readonly outcome: 'done' | 'handled'; readonly record: RequestRecord }
  | { readonly outcome: 'refused'; readonly text: string; readonly record?: RequestRecord }
  | { readonly outcome: 'left' }

export interface Decisions {
  readonly busy: Readonly<Ref<boolean>>
  readonly approve: (id: number, how: { note: string; waive: boolean }) => Promise<DecisionResult>
  readonly reject: (id: number, note: string) => Promise<DecisionResult>
  readonly reverse: (id: number) => Promise<DecisionResult>
}

/** The values of a 409's members that have words. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  new_key: ['taken', 'moved'],
  old_key: ['taken'],
  subject: ['gone'],
  reversed: ['late', 'done'],
}

/** Decides requests, one at a time, and says in the reader's language why one couldn't be. */
export function useDecisions(): Decisions {
  const { t } = useI18n()
  const textOf = useFailureText()
  const busy = ref(false)

  function wordsOf(error: ConsoleError): string {
    const { policy } = error.fields
    if (policy !== undefined)
      return t('requests.refused.policy', { why: t(`requests.policy.outcome.${policy}`) })
    const reason = Object.entries(error.fields).find(([member, value]) => REASONS[member]?.includes(value))
    return reason === undefined ? textOf(error) : t(`requests.refused.${reason.join('_')}`)
  }
  async function explain(id: number, error: unknown): Promise<DecisionResult> {
    if (isUnconfirmed(error)) return { outcome: 'left' }
    if (!(error instanceof ConsoleError) || error.code !== CONSOLE.conflict)
      return { outcome: 'refused', text: textOf(error) }
    const record = await call('auth_request_get', { id })
    return 'state' in error.fields
      ? { outcome: 'handled', record }
      : { outcome: 'refused', text: wordsOf(error), record }
  }
  async function attempt(id: number, act: () => Promise<RequestRecord>): Promise<DecisionResult> {
    if (busy.value) return { outcome: 'left' }
    busy.value = true
    try {
      return { outcome: 'done', record: await act() }
    } catch (error) {
      try {
        return await explain(id, error)
      } catch (another) {
        return { outcome: 'refused', text: textOf(another) }
      }
    } finally {
      busy.value = false
    }
  }

  return {
    busy,
    approve: (id, { note, waive }) =>
      attempt(id, () => call('auth_request_handle', { id, decision: 'approve', note, waive })),
    reject: (id, note) => attempt(id, () => call('auth_request_handle', { id, decision: 'reject', note })),
    reverse: (id) => attempt(id, () => call('auth_request_reverse', { id })),
  }
}
