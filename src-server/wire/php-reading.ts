import type { Received } from './received.ts'

type Pair = readonly [string, string]

/** Array keys that PHP turns into numbers. */
const NUMBER = /^(?:0|-?[1-9][0-9]{0,17})$/
const MANGLED = /^ |[ .]/

/**
 * The pairs as the original server's PHP reads them, as byte strings. In a query or a form, the names `a.b`
 * and `a b` become `a_b`. Inside `data`, a part without `=` is dropped, and names that are numbers count from
 * 0.
 * @returns undefined when PHP's reading is the same
 */
export function readAsPhp({ bytes, inside }: Received): Pair[] | undefined {
  const pairs = inside === undefined ? mangleNames(bytes) : renumber(splitLikePhp(inside))
  const own = [...bytes]
  const alike = pairs.length === own.length && pairs.every((pair, at) => isSame(pair, own[at]))
  return alike ? undefined : pairs
}

function isSame([name, value]: Pair, other: Pair | undefined): boolean {
  return name === other?.[0] && value === other[1]
}

function mangleNames(pairs: Iterable<Pair>): Pair[] {
  const mangled = new Map<string, string>()
  for (const [name, value] of pairs) mangled.set(MANGLED.test(name) ? mangle(name) : name, value)
  return [...mangled]
}

/** Changes only the part before a bracket. */
function mangle(name: string): string {
  const trimmed = name.replace(/^ +/, '')
  const bracket = trimmed.indexOf('[')
  const head = bracket < 0 ? trimmed : trimmed.slice(0, bracket)
  return head.replaceAll(/[ .]/g, '_') + trimmed.slice(head.length)
}

function splitLikePhp(inside: string): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const part of inside.split('&')) {
    const equals = part.indexOf('=')
    if (equals > 0) pairs.set(part.slice(0, equals), part.slice(equals + 1))
  }
  return pairs
}

function renumber(pairs: Iterable<Pair>): Pair[] {
  let next = 0
  return Array.from(pairs, ([name, value]) => [NUMBER.test(name) ? String(next++) : name, value])
}
