import { nextTick, reactive, ref, shallowRef, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { FieldProblem, ProductChoice } from '../../src-server/contract/self-service.ts'
import { Refused } from './server/refused.ts'

/** Codes we have words of our own for: what to do now. */
const KNOWN: ReadonlySet<number> = new Set([
  0, 114, 132, 136, 141, 142, 148, 149, 151, 153, 164, 168, 202, 400, 401, 404, 409, 410, 413, 423, 429, 500,
  503,
])
const PRODUCT_MISSING = 132
const PROBLEMS: readonly FieldProblem[] = ['missing', 'too_long', 'malformed', 'same']

/** Where a code means something else than elsewhere: the message's key. */
export type OwnWords = Readonly<Partial<Record<number, string>>>

/** A refusal in the reader's language; what we have no words for keeps the server's. */
export function useRefusalText(own: OwnWords = {}): (error: Refused) => string {
  const { t } = useI18n()
  return ({ code, message }) => {
    const key = own[code]
    if (key !== undefined) return t(key)
    if (KNOWN.has(code)) return t(`public.refusal.${code}`, { reason: message })
    return message === '' ? t('public.refusal.other', { code }) : message
  }
}

export interface Asking {
  readonly busy: Ref<boolean>
  /** What can't be put beside a field. */
  readonly message: Ref<string>
  /** By field, why it isn't taken. */
  readonly errors: Record<string, string>
  /** Which of several is meant; empty until the server asks for it. */
  readonly products: Ref<readonly ProductChoice[]>
  /** Shows what is missing, and where. @returns whether nothing is */
  readonly check: (wrong: Readonly<Record<string, string | undefined>>) => boolean
  /** @returns undefined when it was refused: then the form says so, and keeps what was typed */
  readonly run: <T>(act: () => Promise<T>) => Promise<T | undefined>
}

/** A form's call of the server: that it runs, and what the server said no to. */
export function useAsking(form: Readonly<Ref<HTMLElement | null>>, own: OwnWords = {}): Asking {
  const { t } = useI18n()
  const textOf = useRefusalText(own)
  const busy = ref(false)
  const message = ref('')
  const errors = reactive<Record<string, string>>({})
  const products = shallowRef<readonly ProductChoice[]>([])

  function clear(): void {
    message.value = ''
    for (const name of Object.keys(errors)) Reflect.deleteProperty(errors, name)
  }

  function wordOf(problem: string): string {
    const known = PROBLEMS.find((name) => name === problem)
    return t(`public.field.${known ?? 'malformed'}`)
  }

  async function focusFirst(): Promise<void> {
    await nextTick()
    form.value?.querySelector<HTMLElement>('[aria-invalid="true"], [data-choice]')?.focus()
  }

  function refuse(error: Refused): void {
    if (error.code === PRODUCT_MISSING) products.value = error.products
    for (const [name, problem] of Object.entries(error.fields)) errors[name] = wordOf(problem)
    if (Object.keys(errors).length === 0 || error.products.length > 0) message.value = textOf(error)
    void focusFirst()
  }

  return {
    busy,
    message,
    errors,
    products,
    check(wrong) {
      clear()
      for (const [name, reason] of Object.entries(wrong)) if (reason !== undefined) errors[name] = reason
      if (Object.keys(errors).length === 0) return true
      void focusFirst()
      return false
    },
    async run(act) {
      if (busy.value) return undefined
      busy.value = true
      clear()
      try {
        return await act()
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        refuse(error)
        return undefined
      } finally {
        busy.value = false
      }
    },
  }
}
