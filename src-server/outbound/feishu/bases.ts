/** The messenger's own addresses, in China and abroad (research/reliability.md 1.1). */
const OFFICIAL_BASES: readonly string[] = ['https://open.feishu.cn', 'https://open.larksuite.com']

/**
 * An application's owner writes the base address, and the server calls it: so only known ones are called.
 * @param added what the operator of this server allows beside the official ones
 */
export function allowedBases(added: readonly string[]): ReadonlySet<string> {
  return new Set([...OFFICIAL_BASES, ...added].map(originOf).filter((origin) => origin !== undefined))
}

/** @returns the base as it may be called, or undefined for one that isn't allowed; an empty one is the first official one */
export function findBase(allowed: ReadonlySet<string>, base: string): string | undefined {
  const one = oneBase(base)
  return allowed.has(one) ? one : undefined
}

/** A base in its one form, whether it may be called or not: several spellings of it are one service. */
export function oneBase(base: string): string {
  const given = base.trim() || (OFFICIAL_BASES[0] ?? '')
  return originOf(given) ?? given
}

function originOf(base: string): string | undefined {
  if (!URL.canParse(base)) return undefined
  const { protocol, origin, username, password } = new URL(base)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && username === '' && password === '' ? origin : undefined
}
