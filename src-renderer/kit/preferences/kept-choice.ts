/** A choice stored in this browser as JSON; undefined when it is missing or unreadable. */
export function readKept(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function keep(key: string, value: unknown): void {
  localStorage.setItem(key, JSON.stringify(value))
}
