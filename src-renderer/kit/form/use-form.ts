import { ref, shallowReactive, type Ref } from 'vue'
import { useRefusal, type Refusal } from '../refusal/refusal.ts'

/** A form: its draft, the call that sends the draft, and the server's refusal. `FormDialog.vue` shows it. */
export interface Form<D extends object> {
  readonly draft: D
  /** Writes a field whose name is known only at run time. */
  readonly set: (name: keyof D, value: unknown) => void
  readonly busy: Readonly<Ref<boolean>>
  readonly refusal: Refusal
  /** Starts anew with the first values. */
  readonly reset: () => void
  /** @returns whether the form is done and may close */
  readonly submit: () => Promise<boolean>
}

/**
 * @param initial the values at the beginning. Each time the form opens it is called again, with the values of before
 * @param send answers `false` where the form stays open. Its error is shown as a refusal. A form that only asks has none
 */
export function useForm<D extends object>(
  initial: (before?: D) => D,
  send: (draft: D) => unknown = () => true,
  refusal: Refusal = useRefusal(),
): Form<D> {
  const draft: D = shallowReactive(initial())
  const busy = ref(false)
  return {
    draft,
    busy,
    refusal,
    set(name, value) {
      Object.assign(draft, { [name]: value })
    },
    reset() {
      Object.assign(draft, initial(draft))
      refusal.clear()
    },
    async submit() {
      busy.value = true
      refusal.clear()
      try {
        return (await send(draft)) !== false
      } catch (error) {
        refusal.show(error)
        return false
      } finally {
        busy.value = false
      }
    },
  }
}

/** The values of `record` for the members of `empty`; without a record those of `empty`. */
export function draftOf<D extends object>(empty: D, record: Readonly<D> | undefined): D {
  if (record === undefined) return { ...empty }
  const draft = { ...empty }
  for (const name of Object.keys(empty)) Reflect.set(draft, name, Reflect.get(record, name))
  return draft
}
