/** The unit behind the number of a short age: `m` in English, ` 分钟` in Chinese. */
export interface AgeUnits {
  readonly second: string
  readonly minute: string
  readonly hour: string
  readonly day: string
}

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** An age in its largest whole unit: `59s`, `37m`, `3h`, `12d`. A clock that runs behind gives 0, never less. */
export function shortAge(seconds: number, units: AgeUnits): string {
  const age = Math.max(0, Math.floor(seconds))
  if (age < MINUTE) return `${age}${units.second}`
  if (age < HOUR) return `${Math.floor(age / MINUTE)}${units.minute}`
  if (age < DAY) return `${Math.floor(age / HOUR)}${units.hour}`
  return `${Math.floor(age / DAY)}${units.day}`
}
