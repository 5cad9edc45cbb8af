/** An object of a JSON file from elsewhere: every value is looked at before it is used. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

export function listOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** A text or a number as text. Empty for everything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** @returns undefined where there is no whole number */
export function wholeOf(value: unknown): number | undefined {
  const text = textOf(value).trim()
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** Unix seconds, of digits or of a date with a time zone. null where there is none. */
export function timeOf(value: unknown): number | null {
  const whole = wholeOf(value)
  if (whole !== undefined) return whole === 0 ? null : whole
  const at = Date.parse(textOf(value))
  return Number.isNaN(at) || at <= 0 ? null : Math.floor(at / 1000)
}
