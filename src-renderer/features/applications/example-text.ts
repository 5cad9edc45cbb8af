const MASK = '••••••••'
/** A shorter one could be found in any text. */
const SHORTEST = 4

/** A text with these keys hidden, wherever they stand. */
export function masked(text: string, keys: readonly string[]): string {
  return keys
    .filter((key) => key.length >= SHORTEST)
    .reduce((shown, key) => shown.replaceAll(key, MASK), text)
}

/** JSON over several lines; any other text as it is. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
