import { differentWords, foldWord } from '../../contract/subjects/words.ts'

/** Tags that a bulk change adds and removes. */
export interface TagChange {
  readonly add?: readonly string[] | undefined
  readonly remove?: readonly string[] | undefined
}

export function changesTags({ add = [], remove = [] }: TagChange): boolean {
  return add.length > 0 || remove.length > 0
}

/** The tags after a change. A tag that is there keeps its place and its case. */
export function tagsAfter(tags: readonly string[], { add = [], remove = [] }: TagChange): string[] {
  const gone = new Set(remove.map(foldWord))
  return differentWords([...tags.filter((tag) => !gone.has(foldWord(tag))), ...add])
}
