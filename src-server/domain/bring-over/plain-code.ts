import { importedCode } from '../../contract/records/code.ts'
import { decideImport } from '../code/import.ts'
import { cutTo } from './dump-values.ts'
import { leave, type BroughtCode, type LeftRow } from './item.ts'

const NOTE_LENGTH = 255

/** A code for the application that the person chose, from members as an import has them. */
export function plainCode(
  row: Readonly<Record<string, unknown>> & { readonly note: string },
  { place, createdAt, remarks }: Pick<BroughtCode, 'place' | 'createdAt' | 'remarks'>,
): BroughtCode | LeftRow {
  return codeFrom(
    { ...row, note: cutTo(row.note, NOTE_LENGTH).text },
    { app: 0, place, createdAt, remarks, agent: '' },
  )
}

/** A code of members as an import has them, or why it is no code here. */
export function codeFrom(
  row: Readonly<Record<string, unknown>>,
  about: Omit<BroughtCode, 'kind' | 'code'>,
): BroughtCode | LeftRow {
  const read = importedCode.safeParse(row)
  if (!read.success) {
    const [issue] = read.error.issues
    const detail = issue === undefined ? '' : [issue.path.join('.'), issue.message].filter(Boolean).join(': ')
    return leave(about.place, about.app, 'invalid', detail)
  }
  const code = decideImport(read.data)
  return typeof code === 'string'
    ? leave(about.place, about.app, 'invalid', code)
    : { ...about, kind: 'code', code }
}
