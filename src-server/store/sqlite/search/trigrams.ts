import { GROUP_LENGTH, groupsOf, shortGroupsOf, type MarkKind } from '../../search/groups.ts'

/** Fills up a group of fewer than three characters. */
const END = '\u0001'
/** Private-use characters, which no text holds. A mark encodes its number in them. */
const PRIVATE = 0xe000
const PRIVATE_COUNT = 6400

const MARKS: Record<MarkKind, string> = { app: '\u0002', agent: '\u0003', owner: '\u0004', person: '\u0005' }

/** Encodes a number as one group of three characters, which the index holds like any other group. */
export function mark(kind: MarkKind, id: number): string {
  const high = Math.floor(id / PRIVATE_COUNT) % PRIVATE_COUNT
  return MARKS[kind] + String.fromCharCode(PRIVATE + high, PRIVATE + (id % PRIVATE_COUNT))
}

/** The groups of one and two characters, as the index holds them. */
export function shortGroups(text: string): string {
  return shortGroupsOf(text).map(filled).join('')
}

/**
 * The index query for rows that may contain `text`.
 * @returns undefined for one or two ordinary characters, which are in no index
 */
export function matchOf(text: string): string | undefined {
  return groupsOf(text)
    ?.map((group) => quote(filled(group)))
    .join(' AND ')
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

function filled(group: string): string {
  return group + END.repeat(GROUP_LENGTH - Array.from(group).length)
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
