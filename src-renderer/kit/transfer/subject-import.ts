import { PERMANENT_VIP } from '../../../src-server/contract/limits.ts'
import type { Field, Fields } from '../../../src-server/contract/subjects/field.ts'
import type { Having, Subject } from '../../../src-server/contract/subjects/subject.ts'
import { readTime, readWhole, readYesNo, type ImportColumn } from './import-column.ts'

/** How the text of a cell becomes a value of this kind. A text stays a text. */
function readerOf({ kind }: Field): ImportColumn['read'] {
  switch (kind) {
    case 'time':
    case 'end':
      return (text) => readTime(text, PERMANENT_VIP)
    case 'number':
    case 'reference':
    case 'person':
      return readWhole
    case 'flag':
      return readYesNo
    default:
      return undefined
  }
}

/**
 * The columns of an imported file, as the subject declares them.
 * @param label the label of a field in the viewer's language
 * @param readers for fields whose texts need a reader of their own
 */
export function importColumns<F extends Fields, A extends Fields>(
  { fields, imports }: Subject<F, A>,
  label: (name: string) => string,
  readers: { readonly [N in Having<F, 'import'>]?: (text: string) => unknown } = {},
): ImportColumn[] {
  const own: Readonly<Record<string, ImportColumn['read']>> = readers
  return Object.entries<readonly string[]>(imports).flatMap(([name, names]) => {
    const field = fields[name]
    if (field === undefined) return []
    const read = own[name] ?? readerOf(field)
    return [
      {
        key: name,
        label: label(name),
        names,
        ...(field.required === 'always' && { required: true }),
        ...(read && { read }),
      },
    ]
  })
}
