import { MAX_FIELD_VALUE_LENGTH } from '../../contract/limits.ts'
import type { CustomValues } from '../../contract/subjects/custom-values.ts'
import { foldWord } from '../../contract/subjects/words.ts'
import type { CustomField } from './custom-field.ts'

/** A stored value begins with its field's number in private characters. */
const PRINTABLE = /^[^\p{Cc}\p{Co}]*$/u
const NUMBER = /^([+-]?)0*(\d+(?:\.\d+)?)$/
const DATE = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const LONGEST_NUMBER = 30

/** The value as the field stores it. Undefined for a text that its kind doesn't allow. */
export function readValue({ kind, choices }: CustomField, typed: string): string | undefined {
  const text = typed.trim()
  if (!PRINTABLE.test(text) || text.length > MAX_FIELD_VALUE_LENGTH) return undefined
  if (text === '') return text
  switch (kind) {
    case 'text':
      return text
    case 'number':
      return text.length > LONGEST_NUMBER ? undefined : plainNumber(text)
    case 'choice':
      return choices.find((choice) => foldWord(choice) === foldWord(text))
    case 'date':
      return plainDate(text)
  }
}

function plainNumber(text: string): string | undefined {
  const [, sign, digits] = NUMBER.exec(text) ?? []
  return digits === undefined ? undefined : `${sign === '-' ? '-' : ''}${digits}`
}

/** `2026-1-5` is `2026-01-05`. */
function plainDate(text: string): string | undefined {
  const [, year, month = '', day = ''] = DATE.exec(text) ?? []
  if (year === undefined) return undefined
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date ? undefined : date
}

/** The values after a change. An empty value removes the field's value. */
export function valuesAfter(now: CustomValues, change: CustomValues): CustomValues {
  return Object.fromEntries(Object.entries({ ...now, ...change }).filter(([, value]) => value !== ''))
}

/** The values by the names of their fields, for people. Values of deleted fields are left out. */
export function byName(
  values: CustomValues,
  fields: readonly Pick<CustomField, 'id' | 'name'>[],
): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ id, name }) => {
      const value = values[id]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
