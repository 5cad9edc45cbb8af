import { computed, nextTick, ref, shallowRef, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { FieldProblem, ProductChoice } from '../../src-server/contract/self-service.ts'
import { Refused } from './server/refused.ts'

/** Codes we have words of our own for: what to do now. */
const KNOWN: ReadonlySet<number> = new Set([
  0, 114, 132, 136, 141, 142, 148, 149, 151, 153, 164, 168, 202, 400, 401, 404, 409, 410, 413, 423, 429, 500,
  503,
])
const PRODUCT_MISSING = 132
const PROBLEMS: readonly FieldProblem[] = ['missing', 'too_long', 'malformed', 'same', 'invisible']

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

/** Says it in the language of the moment. */
type Words = () => string
/** By field, why it can't be right; undefined for what can. */
export type Wrong = Readonly<Record<string, Words | undefined>>

export interface Asking {
  readonly busy: Ref<boolean>
  /** What can't be put beside a field. */
  readonly message: Ref<string>
  /** By field, why it isn't taken. */
  readonly errors: Ref<Readonly<Record<string, string>>>
  /** Which of several is meant; empty until the server asks for it. */
  readonly products: Ref<readonly ProductChoice[]>
  /** Shows what is missing, and where. @returns whether nothing is */
  readonly check: (wrong: Wrong) => boolean
  /** @returns undefined when it was refused: then the form says so, and keeps what was typed */
  readonly run: <T>(act: () => Promise<T>) => Promise<T | undefined>
}

/** A form's call of the server: that it runs, and what the server said no to. */
export function useAsking(form: Readonly<Ref<HTMLElement | null>>, own: OwnWords = {}): Asking {
  const { t } = useI18n()
  const textOf = useRefusalText(own)
  const busy = ref(false)
  const refused = shallowRef<Refused>()
  const wrong = shallowRef<Wrong>({})
  const message = computed(() => (refused.value === undefined ? '' : textOf(refused.value)))
  const errors = computed(() =>
    Object.fromEntries(
      Object.entries(wrong.value).flatMap(([name, say]) => (say === undefined ? [] : [[name, say()]])),
    ),
  )
  const products = shallowRef<readonly ProductChoice[]>([])

  function clear(): void {
    refused.value = undefined
    wrong.value = {}
  }

  function wordOf(problem: string): string {
    const known = PROBLEMS.find((name) => name === problem)
    return t(`public.field.${known ?? 'malformed'}`, { what: '' })
  }

  async function focusFirst(): Promise<void> {
    await nextTick()
    form.value?.querySelector<HTMLElement>('[aria-invalid="true"], [data-choice]')?.focus()
  }

  function refuse(error: Refused): void {
    if (error.code === PRODUCT_MISSING) products.value = error.products
    const fields = Object.entries(error.fields)
    wrong.value = Object.fromEntries(fields.map(([name, problem]) => [name, () => wordOf(problem)]))
    refused.value = error
    void focusFirst()
  }

  return {
    busy,
    message,
    errors,
    products,
    check(found) {
      clear()
      wrong.value = found
      if (Object.keys(errors.value).length === 0) return true
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
