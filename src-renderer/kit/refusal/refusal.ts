import { reactive, ref, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { CONSOLE } from '../../../src-server/contract/error-codes.ts'
import { STORAGE_FIELD } from '../../../src-server/contract/storage-failure.ts'
import { isUnconfirmed } from '../../api/console-client.ts'
import { ConsoleError, UNREACHABLE } from '../../api/console-error.ts'
import { useReasonWords } from './reason-words.ts'

const KNOWN: ReadonlySet<number> = new Set([
  UNREACHABLE,
  CONSOLE.notSignedIn,
  CONSOLE.forbidden,
  CONSOLE.notFound,
  CONSOLE.conflict,
  CONSOLE.tooMany,
  CONSOLE.internal,
])

/** A failed call in the reader's language. An unknown code keeps the server's text. */
export function useFailureText(): (error: unknown) => string {
  const { t } = useI18n()
  return (error) => {
    if (!(error instanceof ConsoleError)) return t('common.failure.unknown')
    if (isUnconfirmed(error)) return t('common.failure.unconfirmed')
    if (error.code === CONSOLE.forbidden && error.fields['plan'] !== undefined)
      return t(`common.failure.plan.${error.fields['plan']}`)
    if (error.code === CONSOLE.forbidden && error.fields['origin'] !== undefined)
      return t('common.failure.origin', { host: error.fields['host'], origin: error.fields['origin'] })
    if (error.fields[STORAGE_FIELD] !== undefined)
      return t(`common.failure.storage.${error.fields[STORAGE_FIELD]}`)
    if (KNOWN.has(error.code)) return t(`common.failure.${error.code}`)
    return error.message === '' ? t('common.failure.code', { code: error.code }) : error.message
  }
}

export interface Refusal {
  /** The text that belongs to no field. */
  readonly message: Ref<string>
  /** The reason why a field was refused. */
  readonly field: (name: string) => string | undefined
  readonly fields: Readonly<Record<string, string>>
  readonly show: (error: unknown, message?: string) => void
  readonly clear: () => void
}

/** Words of a form's own for a refusal: reasons by field, or one message. Undefined leaves the usual words. */
export type Explain = (error: ConsoleError) => Readonly<Record<string, string>> | string | undefined

/** A form's refusal: reasons beside their fields, the rest in one message. */
export function useRefusal(explain: Explain = () => undefined): Refusal {
  const textOf = useFailureText()
  const words = useReasonWords()
  const fields = reactive<Record<string, string>>({})
  const message = ref('')

  function clear(): void {
    message.value = ''
    for (const name of Object.keys(fields)) Reflect.deleteProperty(fields, name)
  }
  return {
    message,
    fields,
    field: (name) => fields[name],
    show(error, text) {
      clear()
      const own = error instanceof ConsoleError ? explain(error) : undefined
      if (typeof own === 'object') Object.assign(fields, own)
      else if (error instanceof ConsoleError && error.code === CONSOLE.invalid)
        for (const [name, reason] of Object.entries(error.fields)) fields[name] = words.ofField(reason)
      if (Object.keys(fields).length === 0)
        message.value = text ?? (typeof own === 'string' ? own : textOf(error))
    },
    clear,
  }
}
