/**
 * Texts of these characters get no short groups: nearly every row holds one or two of them, so an index
 * wouldn't help.
 */
const ORDINARY = /^[0-9A-Za-z@. -]*$/
/** More groups don't narrow the search any further, because the rows found are checked again. */
const MOST_GROUPS = 16
/** The characters of a group. */
export const GROUP_LENGTH = 3

/**
 * The subject of a mark: the application, agent, owner or person of a row, so that a search stays within a scope.
 */
export type MarkKind = 'app' | 'agent' | 'owner' | 'person'

/**
 * The groups of characters that a row with `text` has in the index: all its groups of three, or the text itself when it
 * is shorter.
 * @returns undefined for one or two ordinary characters, which are in no index
 */
export function groupsOf(text: string): string[] | undefined {
  const characters = Array.from(text)
  if (characters.length < GROUP_LENGTH) return isOrdinary(text) ? undefined : [text]
  const groups = characters
    .slice(0, 1 - GROUP_LENGTH)
    .map((_, at) => characters.slice(at, at + GROUP_LENGTH).join(''))
  return Array.from(new Set(groups)).slice(0, MOST_GROUPS)
}

/**
 * Additional groups for the index, with which one or two characters of a text are found, because Chinese
 * words are short.
 */
export function shortGroupsOf(text: string): string[] {
  if (isOrdinary(text)) return []
  const characters = Array.from(text)
  return characters.flatMap((character, at) => {
    const next = characters[at + 1] ?? ''
    return [
      ...(isOrdinary(character) ? [] : [character]),
      ...(next === '' || isOrdinary(character + next) ? [] : [character + next]),
    ]
  })
}

function isOrdinary(text: string): boolean {
  return ORDINARY.test(text)
}
