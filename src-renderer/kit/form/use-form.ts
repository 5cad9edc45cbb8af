import { ref, shallowReactive, type Ref } from 'vue'
import { useRefusal, type Refusal } from '../refusal/refusal.ts'
import { changedMembers } from './changed-members.ts'

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
 * @param send answers `false` where the form stays open. Its error is shown as a refusal. A form that only asks has none.
 *   `changed` are the members that the person changed since the form opened: a change of a record sends those alone, because
 *   somebody may have changed others meanwhile
 */
export function useForm<D extends object>(
  initial: (before?: D) => D,
  send: (draft: D, changed: Partial<D>) => unknown = () => true,
  refusal: Refusal = useRefusal(),
): Form<D> {
  const draft: D = shallowReactive(initial())
  let first = copyOf(draft)
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
      first = copyOf(draft)
      refusal.clear()
    },
    async submit() {
      busy.value = true
      refusal.clear()
      try {
        return (await send(draft, changedMembers(first, draft))) !== false
      } catch (error) {
        refusal.show(error)
        return false
      } finally {
        busy.value = false
      }
    },
  }
}

/** Drafts hold what JSON holds. A file in one of them counts as changed. */
function copyOf<D extends object>(draft: D): D {
  return JSON.parse(JSON.stringify(draft)) as D
}

/** The values of `record` for the members of `empty`; without a record those of `empty`. */
export function draftOf<D extends object>(empty: D, record: Readonly<D> | undefined): D {
  if (record === undefined) return { ...empty }
  const draft = { ...empty }
  for (const name of Object.keys(empty)) Reflect.set(draft, name, Reflect.get(record, name))
  return draft
}
