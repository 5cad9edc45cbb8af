import type { FieldRecord } from '../../../src-server/contract/records/custom-field.ts'
import type { CustomValues, CustomValueFilter } from '../../../src-server/contract/subjects/custom-values.ts'
import { wholeNumber } from '../../kit/list/address-values.ts'
import type { ListColumn } from '../../kit/list/list-column.ts'
import type { ListFilter } from '../../kit/list/list-filters.ts'

type Fields = readonly FieldRecord[]

/** A column for each field, which people choose. */
export function fieldColumns<R extends { readonly fields: CustomValues }>(fields: Fields): ListColumn<R>[] {
  return fields.map(({ id, name, kind }) => ({
    key: `field_${id}`,
    label: name,
    width: 'max-w-40',
    unusual: true,
    title: true,
    [kind === 'text' || kind === 'choice' ? 'text' : 'digits']: (row: R) => row.fields[id] ?? '',
  }))
}

/** The filter by a value, as the address has it: `7=Gold`. */
export function fieldText(id: number, value: string): string {
  return `${id}=${value}`
}

function readFilter(text: string): CustomValueFilter | undefined {
  const at = text.indexOf('=')
  const field = wholeNumber(at < 0 ? text : text.slice(0, at))
  if (field === undefined) return undefined
  return at < 0 ? { field } : { field, value: text.slice(at + 1) }
}

/** The filter by a tag. @param text the words of a chosen one */
export function tagFilter(text: (tag: string) => string): ListFilter<{ tag?: string | undefined }> {
  return { look: 'given', name: 'tag', text, ask: (tag) => (tag === '' ? {} : { tag }) }
}

/** @param without the word for rows without a value */
export function fieldFilter(
  fields: Fields,
  without: string,
): ListFilter<{ field?: CustomValueFilter | undefined }> {
  return {
    look: 'given',
    name: 'field',
    text: (text) => {
      const asked = readFilter(text)
      const name = fields.find(({ id }) => id === asked?.field)?.name ?? text
      return asked?.value === undefined ? name : `${name}: ${asked.value || without}`
    },
    ask: (text) => {
      const field = readFilter(text)
      return field === undefined ? {} : { field }
    },
  }
}
