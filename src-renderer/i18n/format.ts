import { inNotation, writeNumber } from './number-format.ts'
import { shownZone } from './zone.ts'

/** 1234567 → "1,234,567", in the shown notation and with a true minus. */
export function formatInteger(value: number): string {
  return writeNumber(value, 0)
}

/** A total as text; "5,000+" for a count that stopped early. */
export function formatTotal(total: number, exact: boolean): string {
  return exact ? formatInteger(total) : `${formatInteger(total)}+`
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

function formatFor(kind: 'day' | 'time', timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${kind} ${timeZone ?? ''}`
  const known = dayFormats.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(kind === 'time' ? { hour: '2-digit', minute: '2-digit', second: '2-digit' } : {}),
  })
  dayFormats.set(key, made)
  return made
}

/** Unix seconds → "2027-09-09" in the viewer's zone: aligned, and the same in both languages. */
export function formatDay(at: number): string {
  return formatFor('day', shownZone.value).format(at * 1000)
}

/** Unix seconds → "2027-09-09 14:05:33" in the viewer's zone. */
export function formatTime(at: number): string {
  return formatTimeIn(shownZone.value, at)
}

/** The same in another zone. @param zone undefined for this computer's */
export function formatTimeIn(zone: string | undefined, at: number): string {
  return formatFor('time', zone).format(at * 1000)
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** 1536 → "1.5 KB": three digits at most, by the thousand and twenty-four. */
export function formatBytes(bytes: number): string {
  let unit = 0
  let value = bytes
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1024
    unit++
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1
  return `${inNotation(value.toFixed(digits))} ${UNITS[unit] ?? ''}`
}
