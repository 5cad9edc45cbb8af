import type { FieldRecord } from '../../../src-server/contract/records/custom-field.ts'
import type { CustomValues, CustomValueFilter } from '../../../src-server/contract/subjects/custom-values.ts'
import type { ListColumn } from '../../kit/list/list-column.ts'
import type { ListFilter } from '../../kit/list/list-filters.ts'
import { readAsked } from './field-questions.ts'

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

/** The filter by a tag. @param text the words of a chosen one */
export function tagFilter(text: (tag: string) => string): ListFilter<{ tag?: string | undefined }> {
  return { look: 'given', name: 'tag', text, ask: (tag) => (tag === '' ? {} : { tag }) }
}

/** @param words the words for a question */
export function fieldFilter(
  fields: Fields,
  words: (fields: Fields, filter: CustomValueFilter) => string,
): ListFilter<{ field?: CustomValueFilter | undefined }> {
  return {
    look: 'given',
    name: 'field',
    text: (text) => {
      const asked = readAsked(text)
      return asked === undefined ? text : words(fields, asked)
    },
    ask: (text) => {
      const field = readAsked(text)
      return field === undefined ? {} : { field }
    },
  }
}
