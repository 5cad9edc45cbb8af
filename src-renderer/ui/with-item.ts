/** The set with the item, or without it. */
export function withItem<T>(set: ReadonlySet<T>, item: T, on: boolean): ReadonlySet<T> {
  return on ? new Set([...set, item]) : new Set([...set].filter((other) => other !== item))
}
