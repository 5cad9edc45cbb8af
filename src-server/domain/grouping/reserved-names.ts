import { CODE } from '../../contract/subjects/code.ts'
import { DEVICE } from '../../contract/subjects/device.ts'
import { foldWord } from '../../contract/subjects/words.ts'

/** The headers of imported and exported files that mean something already. */
const RESERVED = new Set(
  [DEVICE, CODE].flatMap(({ fields, imports, exports }) => [
    ...Object.keys(fields),
    ...Object.values(imports).flat(),
    ...exports,
  ]),
)

/** Whether a custom field can't have this name, because a file's header of that name is another field. */
export function isReserved(name: string): boolean {
  const folded = foldWord(name)
  return RESERVED.has(folded) || RESERVED.has(folded.replaceAll(' ', '_'))
}
