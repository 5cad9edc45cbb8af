import { KEYED_PREFERENCES } from './preference-names.ts'
import type { Preferences, PreferencesChange } from './records/preferences.ts'

/**
 * The preferences after a change of some members. Keyed members change name by name, so that two windows with different
 * changes keep both. null forgets.
 */
export function mergePreferences(current: Preferences, change: PreferencesChange): Preferences {
  const keyed = KEYED_PREFERENCES.filter((name) => change[name] !== undefined).map(
    (name): readonly [string, object] => [name, withoutNulls({ ...current[name], ...change[name] })],
  )
  return withoutNulls({ ...current, ...change, ...Object.fromEntries<object>(keyed) })
}

/** Two changes, one after the other, as one. It still names what they forget. */
export function joinChanges(first: PreferencesChange, second: PreferencesChange): PreferencesChange {
  const keyed = KEYED_PREFERENCES.filter((name) => first[name] ?? second[name]).map(
    (name): readonly [string, object] => [name, { ...first[name], ...second[name] }],
  )
  return { ...first, ...second, ...Object.fromEntries<object>(keyed) }
}

/** The members that have a value. An object without members is no value. */
function withoutNulls(members: object): object {
  return Object.fromEntries<unknown>(
    Object.entries(members).filter(([, value]) => value !== null && value !== undefined && !isEmpty(value)),
  )
}

function isEmpty(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
  )
}
