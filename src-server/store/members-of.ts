/** The names of all members of a type. A new member doesn't compile until it is listed. */
export function membersOf<T extends object>(
  listed: Readonly<Record<keyof T & string, true>>,
): (keyof T & string)[] {
  return Object.keys(listed) as (keyof T & string)[]
}
