import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import type { Code } from '../../domain/code/code.ts'
import type { CodeFilter, CodeSelection } from '../../store/repositories/codes.ts'
import type { Store } from '../../store/store.ts'

/** The codes that an act is about: by id, or by the list's filter and search. */
export interface CodeTarget {
  readonly ids?: readonly number[] | undefined
  readonly filter?: CodeFilter | undefined
  readonly search?: string | undefined
}

/** Codes read in one go. */
const SLICE = 500
/** Codes read by id in one go. */
export const CHUNK = 500

/**
 * All codes of a target that the actor may see, in slices, in the order of ids after `after`. Calls of EAs are
 * answered in between. A filter is applied once: the walk misses a code that starts to match it behind the walk's
 * position.
 */
export async function* walkCodes(
  store: Store,
  actor: Actor,
  target: CodeTarget,
  now: number,
  after = 0,
): AsyncGenerator<readonly Code[]> {
  const scope = scopeOf(actor)
  if (target.ids !== undefined) {
    const ids = [...new Set(target.ids)].filter((id) => id > after).sort((a, b) => a - b)
    for (let from = 0; from < ids.length; from += CHUNK) {
      yield await store.read((unit) => unit.codes.byIds(scope, ids.slice(from, from + CHUNK)))
      await breathe()
    }
    return
  }
  const selection: CodeSelection = { filter: target.filter ?? {}, search: target.search }
  const last = await store.read((unit) => unit.codes.lastId())
  for (let from = after; from < last; from += SLICE) {
    const slice = { after: from, upTo: from + SLICE }
    yield await store.read((unit) => unit.codes.between(scope, selection, now, slice))
    await breathe()
  }
}

/** Lets other calls be answered. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
