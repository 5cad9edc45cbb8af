/** `1.12.3`. Pre-releases have no version here, because they aren't for customers. */
const VERSION = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/

export function isVersion(text: string): boolean {
  return VERSION.test(text)
}

/** @throws RangeError when one of them isn't a version */
export function isNewer(version: string, than: string): boolean {
  const [ours, theirs] = [partsOf(version), partsOf(than)]
  for (const [index, part] of ours.entries()) {
    const other = theirs[index] ?? 0
    if (part !== other) return part > other
  }
  return false
}

function partsOf(version: string): number[] {
  const match = VERSION.exec(version)
  if (!match) throw new RangeError(`${version} is no version`)
  return match.slice(1).map(Number)
}
