const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** 5400 → "1 hour 30 minutes" in the reader's language: at most its two largest units. */
export function showDuration(seconds: number, locale: string): string {
  let rest = Math.max(0, Math.round(seconds))
  const parts: string[] = []
  for (const [unit, length] of UNITS) {
    const count = Math.floor(rest / length)
    rest -= count * length
    if (count > 0 || (unit === 'second' && parts.length === 0))
      parts.push(new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count))
    if (parts.length === 2) break
  }
  return parts.join(' ')
}
