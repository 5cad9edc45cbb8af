/** Fills up a group of fewer than three characters. */
const END = '\u0001'
/**
 * Texts of these characters get no short groups: nearly every row holds one or two of them, so an index
 * wouldn't help.
 */
const ORDINARY = /^[0-9A-Za-z@. -]*$/
/** Private-use characters, which no text holds. A mark encodes its number in them. */
const PRIVATE = 0xe000
const PRIVATE_COUNT = 6400
/** More groups don't narrow the search any further, because the rows found are checked again. */
const MOST_GROUPS = 16

/**
 * What a mark names: the application, agent, owner or person of a row, so that a search stays within a scope.
 */
export type MarkKind = 'app' | 'agent' | 'owner' | 'person'

const MARKS: Record<MarkKind, string> = { app: '\u0002', agent: '\u0003', owner: '\u0004', person: '\u0005' }

/** Encodes a number as one group of three characters, which the index holds like any other group. */
export function mark(kind: MarkKind, id: number): string {
  const high = Math.floor(id / PRIVATE_COUNT) % PRIVATE_COUNT
  return MARKS[kind] + String.fromCharCode(PRIVATE + high, PRIVATE + (id % PRIVATE_COUNT))
}

/**
 * Additional groups for the index, with which one or two characters of a text are found, because Chinese
 * words are short.
 */
export function shortGroups(text: string): string {
  if (isOrdinary(text)) return ''
  const characters = Array.from(text)
  return characters
    .flatMap((character, at) => {
      const next = characters[at + 1] ?? ''
      const alone = isOrdinary(character) ? '' : character + END + END
      const pair = next === '' || isOrdinary(character + next) ? '' : character + next + END
      return [alone, pair]
    })
    .join('')
}

/**
 * The index query for rows that may contain `text`: all its groups of three.
 * @returns undefined for one or two ordinary characters, which are in no index
 */
export function matchOf(text: string): string | undefined {
  const characters = Array.from(text)
  if (characters.length < 3) {
    return isOrdinary(text) ? undefined : quote(text + END.repeat(3 - characters.length))
  }
  const groups = characters.slice(0, -2).map((_, at) => characters.slice(at, at + 3).join(''))
  return Array.from(new Set(groups)).slice(0, MOST_GROUPS).map(quote).join(' AND ')
}

/** The index query for rows that may contain all texts. @returns undefined where no index helps */
export function matchOfAll(texts: readonly string[]): string | undefined {
  const matches = texts.flatMap((text) => matchOf(text) ?? [])
  return matches.length === 0 ? undefined : matches.join(' AND ')
}

/** Limits a query to rows with one of the marks. */
export function matchWithin(match: string, marks: readonly string[]): string {
  return `(${marks.map(quote).join(' OR ')}) AND ${match}`
}

function isOrdinary(text: string): boolean {
  return ORDINARY.test(text)
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
