/** The messenger's official addresses, in China and abroad. */
const OFFICIAL_BASES: readonly string[] = ['https://open.feishu.cn', 'https://open.larksuite.com']

/**
 * The bases the server may call. An application's owner writes the base address, so the server calls only
 * known ones.
 * @param added bases that the operator of this server allows in addition to the official ones
 */
export function allowedBases(added: readonly string[]): ReadonlySet<string> {
  return new Set([...OFFICIAL_BASES, ...added].map(originOf).filter((origin) => origin !== undefined))
}

/** @returns the base when it is allowed, else undefined. An empty base is the first official one */
export function findBase(allowed: ReadonlySet<string>, base: string): string | undefined {
  const one = oneBase(base)
  return allowed.has(one) ? one : undefined
}

/** A base in its normal form, allowed or not. Several spellings of a base are one service. */
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
