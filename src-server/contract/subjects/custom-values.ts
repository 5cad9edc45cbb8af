import { foldWord } from './words.ts'

/** Values of custom fields. A key is a field's number. */
export type CustomValues = Readonly<Record<string, string>>

/** A question about the value of a custom field. Without another member: rows with any value. */
export interface CustomValueFilter {
  readonly field: number
  /** This value, in any case of letters. Empty: rows without a value. */
  readonly value?: string | undefined
  /** One of these values, in any case of letters. */
  readonly any?: readonly string[] | undefined
  /** A part of the value, in any case of letters. */
  readonly contains?: string | undefined
  /** Numbers or dates from this one on, and up to this one. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** A question with one meaning. */
export type ValueQuestion =
  | { readonly is: 'set' | 'empty' }
  | { readonly is: 'any'; readonly values: readonly string[] }
  | { readonly is: 'part'; readonly text: string }
  | { readonly is: 'within'; readonly from: string | undefined; readonly to: string | undefined }

const NUMBER = /^-?\d+(?:\.\d+)?$/
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Undefined where a filter asks for several things, or its ends are not two numbers or two dates. */
export function questionOf(filter: CustomValueFilter): ValueQuestion | undefined {
  const { value, any, contains, from, to } = filter
  const ends = [from, to].filter((end) => end !== undefined)
  const asked = [value, any, contains, ends[0]].filter((one) => one !== undefined)
  if (asked.length > 1) return undefined
  if (value !== undefined) return value === '' ? { is: 'empty' } : { is: 'any', values: [value] }
  if (any !== undefined) return any.length === 0 ? undefined : { is: 'any', values: any }
  if (contains !== undefined) return { is: 'part', text: contains }
  if (ends.length === 0) return { is: 'set' }
  const isOneKind = [NUMBER, DATE].some((kind) => ends.every((end) => kind.test(end)))
  return isOneKind ? { is: 'within', from, to } : undefined
}

/** The test of a field's value, undefined for none. A filter without one meaning has no rows. */
export function valueTest(filter: CustomValueFilter): (value: string | undefined) => boolean {
  const question = questionOf(filter)
  switch (question?.is) {
    case undefined:
      return () => false
    case 'set':
      return (value) => value !== undefined
    case 'empty':
      return (value) => value === undefined
    case 'any': {
      const wanted = new Set(question.values.map(foldWord))
      return (value) => value !== undefined && wanted.has(foldWord(value))
    }
    case 'part': {
      const part = foldWord(question.text)
      return (value) => value !== undefined && foldWord(value).includes(part)
    }
    case 'within':
      return within(question.from, question.to)
  }
}

/** A value of another kind, from before the field's kind changed, is in no range. */
function within(from: string | undefined, to: string | undefined): (value: string | undefined) => boolean {
  if (DATE.test(from ?? to ?? ''))
    return (value) =>
      value !== undefined && DATE.test(value) && (from ?? value) <= value && value <= (to ?? value)
  const [least, most] = [
    from === undefined ? -Infinity : Number(from),
    to === undefined ? Infinity : Number(to),
  ]
  return (value) =>
    value !== undefined && NUMBER.test(value) && least <= Number(value) && Number(value) <= most
}
