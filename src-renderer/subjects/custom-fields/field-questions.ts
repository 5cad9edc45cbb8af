import { useI18n } from 'vue-i18n'
import type { FieldKind } from '../../../src-server/contract/custom-field-names.ts'
import type { FieldRecord } from '../../../src-server/contract/records/custom-field.ts'
import { questionOf, type CustomValueFilter } from '../../../src-server/contract/subjects/custom-values.ts'

/** The questions about a value that each kind of field has, the usual one first. */
export const WAYS = {
  text: ['contains', 'value', 'set', 'empty'],
  number: ['range', 'set', 'empty'],
  date: ['range', 'set', 'empty'],
  choice: ['any', 'set', 'empty'],
} as const satisfies Record<FieldKind, readonly string[]>
type Way = (typeof WAYS)[FieldKind][number]

/** A question as a person fills it in. */
export interface QuestionDraft {
  field: string
  way: Way
  value: string
  from: string
  to: string
  any: string[]
}

export function questionDraft(field: FieldRecord | undefined): QuestionDraft {
  const way = WAYS[field?.kind ?? 'text'][0]
  return { field: String(field?.id ?? ''), way, value: '', from: '', to: '', any: [] }
}

/** @returns undefined where the question is not complete, or its ends are no values of the field */
export function filterOf({ field, way, value, from, to, any }: QuestionDraft): CustomValueFilter | undefined {
  const asked = {
    field: Number(field),
    ...partOf(way, { value: value.trim(), from: from.trim(), to: to.trim(), any }),
  }
  const isEmpty = way !== 'set' && Object.keys(asked).length === 1
  return isEmpty || questionOf(asked) === undefined ? undefined : asked
}

function partOf(
  way: Way,
  { value, from, to, any }: Pick<QuestionDraft, 'value' | 'from' | 'to' | 'any'>,
): Omit<CustomValueFilter, 'field'> {
  switch (way) {
    case 'set':
      return {}
    case 'empty':
      return { value: '' }
    case 'value':
      return value === '' ? {} : { value }
    case 'contains':
      return value === '' ? {} : { contains: value }
    case 'range':
      return { ...(from !== '' && { from }), ...(to !== '' && { to }) }
    case 'any':
      return any.length === 0 ? {} : { any }
  }
}

/** The filter as an address has it: `7` for any value, `7=` for none, `7=Gold`, `7~part`, `7@1..5`, `7|["A","B"]`. */
export function askedText({ field, value, any, contains, from, to }: CustomValueFilter): string {
  if (value !== undefined) return `${field}=${value}`
  if (any !== undefined) return `${field}|${JSON.stringify(any)}`
  if (contains !== undefined) return `${field}~${contains}`
  return from === undefined && to === undefined ? String(field) : `${field}@${from ?? ''}..${to ?? ''}`
}

/** @returns undefined for a damaged text */
export function readAsked(text: string): CustomValueFilter | undefined {
  const [, number = '', question = ''] = /^([1-9]\d{0,14})(\D.*)?$/su.exec(text) ?? []
  const asked = { field: Number(number), ...partsOf(question) }
  return number === '' || questionOf(asked) === undefined ? undefined : asked
}

function partsOf(text: string): Omit<CustomValueFilter, 'field'> {
  const rest = text.slice(1)
  switch (text.slice(0, 1)) {
    case '=':
      return { value: rest }
    case '~':
      return { contains: rest }
    case '@': {
      const [from = '', to = ''] = rest.split('..')
      return { ...(from !== '' && { from }), ...(to !== '' && { to }) }
    }
    case '|':
      return { any: choicesOf(rest) }
    default:
      // A question that nobody knows has no meaning.
      return text === '' ? {} : { value: '', contains: '' }
  }
}

function choicesOf(text: string): string[] {
  try {
    const choices: unknown = JSON.parse(text)
    return Array.isArray(choices) ? choices.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

/** The words for a question: `Level: Gold, Silver`. */
export function useQuestionWords() {
  const { t } = useI18n()
  return (fields: readonly FieldRecord[], filter: CustomValueFilter): string => {
    const name = fields.find(({ id }) => id === filter.field)?.name ?? `#${filter.field}`
    const question = questionOf(filter)
    switch (question?.is) {
      case undefined:
      case 'set':
        return name
      case 'empty':
        return t('custom_fields.asked.is', { name, value: t('custom_fields.without') })
      case 'any':
        return t('custom_fields.asked.is', { name, value: question.values.join(', ') })
      case 'part':
        return t('custom_fields.asked.contains', { name, value: question.text })
      case 'within':
        return t('custom_fields.asked.within', { name, from: question.from ?? '…', to: question.to ?? '…' })
    }
  }
}
