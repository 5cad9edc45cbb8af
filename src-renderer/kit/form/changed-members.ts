/**
 * The members that are not as they were, and of an object among them its own such members. Two people who change other
 * members of one record don't undo each other's changes.
 */
export function changedMembers<T extends object>(before: T, now: T): Partial<T> {
  const changed: Partial<T> = {}
  for (const name of Object.keys(now) as (keyof T)[]) {
    const [was, is] = [before[name], now[name]]
    if (JSON.stringify(was) === JSON.stringify(is)) continue
    changed[name] = isRecord(was) && isRecord(is) ? (changedMembers(was, is) as T[keyof T]) : is
  }
  return changed
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
