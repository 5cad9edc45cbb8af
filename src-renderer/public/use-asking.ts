import { computed, nextTick, ref, shallowRef, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { FieldProblem, ProductChoice } from '../../src-server/contract/self-service.ts'
import { Refused } from './server/refused.ts'

/** Codes with texts of our own, which say what to do now. */
const KNOWN: ReadonlySet<number> = new Set([
  0, 114, 132, 136, 141, 142, 148, 149, 151, 153, 164, 168, 202, 400, 401, 404, 409, 410, 413, 423, 429, 500,
  503,
])
const PRODUCT_MISSING = 132
const PROBLEMS: readonly FieldProblem[] = ['missing', 'too_long', 'malformed', 'same', 'invisible']

/** Where a code has another meaning than elsewhere: the message's key. */
export type OwnWords = Readonly<Partial<Record<number, string>>>

/** A refusal in the reader's language. An unknown code keeps the server's text. */
export function useRefusalText(own: OwnWords = {}): (error: Refused) => string {
  const { t } = useI18n()
  return ({ code, message }) => {
    const key = own[code]
    if (key !== undefined) return t(key)
    if (KNOWN.has(code)) return t(`public.refusal.${code}`, { reason: message })
    return message === '' ? t('public.refusal.other', { code }) : message
  }
}

/** The text in the current language. */
type Words = () => string
/** By field, why its value is invalid; undefined for a valid one. */
export type Wrong = Readonly<Record<string, Words | undefined>>

export interface Asking {
  readonly busy: Ref<boolean>
  /** The text that belongs to no field. */
  readonly message: Ref<string>
  /** By field, why its value is refused. */
  readonly errors: Ref<Readonly<Record<string, string>>>
  /** The chosen product; empty until the server asks for it. */
  readonly products: Ref<readonly ProductChoice[]>
  /** Marks missing fields. @returns whether none is missing */
  readonly check: (wrong: Wrong) => boolean
  /** @returns undefined after a refusal: then the form shows it, and keeps the typed values */
  readonly run: <T>(act: () => Promise<T>) => Promise<T | undefined>
}

/** A form's call of the server: whether it runs, and its refusal. */
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
