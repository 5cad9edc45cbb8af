import type { Field, Fields } from '../../../src-server/contract/subjects/field.ts'
import type { Having, Subject } from '../../../src-server/contract/subjects/subject.ts'
import { wordsOf } from '../../../src-server/contract/subjects/words.ts'
import { readDisabled, readWhole, readYesNo, type ImportColumn } from './import-column.ts'

type Trait = Pick<ImportColumn, 'read' | 'date' | 'show'>

/** How the text of a cell becomes a value of this kind. A text stays a text. */
function traitOf(name: string, { kind }: Field): Trait {
  switch (kind) {
    case 'time':
      return { date: { lasts: name.startsWith('end') } }
    case 'end':
      return { date: { lasts: true, none: 0 } }
    case 'number':
    case 'reference':
    case 'person':
      return { read: readWhole }
    case 'words':
      return { read: wordsOf, show: (value) => (Array.isArray(value) ? value.join(', ') : '') }
    case 'flag':
      return { read: name === 'disabled' ? readDisabled : readYesNo }
    default:
      return {}
  }
}

/**
 * The columns of an imported file, as the subject declares them.
 * @param label the label of a field in the viewer's language
 * @param own traits of fields that need their own
 */
export function importColumns<F extends Fields, A extends Fields>(
  { fields, imports }: Subject<F, A>,
  label: (name: string) => string,
  own: { readonly [N in Having<F, 'import'>]?: Partial<ImportColumn> } = {},
): ImportColumn[] {
  const traits: Readonly<Record<string, Partial<ImportColumn> | undefined>> = own
  return Object.entries<readonly string[]>(imports).flatMap(([name, names]) => {
    const field = fields[name]
    // Each custom field of a vendor is a column of its own.
    if (field === undefined || field.kind === 'custom') return []
    return [
      {
        key: name,
        label: label(name),
        names,
        ...(field.required === 'always' && { required: true }),
        ...(field.secret === true && { isSecret: true }),
        ...traitOf(name, field),
        ...traits[name],
      },
    ]
  })
}
