import { word, type Locale } from './words.ts'

export type Say = (key: string, values?: Readonly<Record<string, string>>, count?: number) => string

/** The console's own messages with their values in them, for tests that run in both languages. */
export function sayIn(locale: Locale): Say {
  return (key, values = {}, count = 1) => {
    const forms = word(locale, key).split(' | ')
    const form = forms[Math.min(forms.length - 1, forms.length > 2 ? count : count === 1 ? 0 : 1)] ?? ''
    return form.replace(/\{'(.)'\}/g, '$1').replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  }
}

/** Unix seconds as a window in UTC shows them. */
export function timeInUtc(at: number): string {
  return new Date(at * 1000).toISOString().slice(0, 19).replace('T', ' ')
}
