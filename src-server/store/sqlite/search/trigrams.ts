/** Marks the end of a group of characters that is shorter than three. */
const END = '\u0001'
/** What nearly every row holds one or two of: no index could help to find them. */
const ORDINARY = /^[0-9A-Za-z@. -]*$/
/** Characters no text holds, by which a mark writes its number. */
const PRIVATE = 0xe000
const PRIVATE_COUNT = 6400
/** More say nothing more: what is found is looked at again. */
const MOST_GROUPS = 16

/** What a row belongs to, by which a search keeps to a scope. */
export type MarkKind = 'app' | 'agent' | 'owner' | 'person'

const MARKS: Record<MarkKind, string> = { app: '\u0002', agent: '\u0003', owner: '\u0004', person: '\u0005' }

/** A number as one group of three characters, which stands in the index like any other. */
export function mark(kind: MarkKind, id: number): string {
  const high = Math.floor(id / PRIVATE_COUNT) % PRIVATE_COUNT
  return MARKS[kind] + String.fromCharCode(PRIVATE + high, PRIVATE + (id % PRIVATE_COUNT))
}

/** What is put into the index beside a text so that one or two characters of it are found: words in Chinese are short. */
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
 * The question to the index for rows that may contain `text`: all groups of three of it.
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

/** Narrows a question to what has one of the marks. */
export function matchWithin(match: string, marks: readonly string[]): string {
  return `(${marks.map(quote).join(' OR ')}) AND ${match}`
}

function isOrdinary(text: string): boolean {
  return ORDINARY.test(text)
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
