import { z } from 'zod'
import {
  MAX_CONTACT_LENGTH,
  MAX_DESCRIPTION_LENGTH,
  MAX_REASON_LENGTH,
} from '../../contract/request-names.ts'
import type { FieldProblem } from '../../contract/self-service.ts'
import type { Fields } from './answers.ts'

/** A parameter that isn't there is empty. */
export const text = z.string().default('')
export const trimmed = text.transform((given) => given.trim())
export const product = trimmed.meta({
  description: 'the number of the application, after an answer 132',
})
/** The card's number, as `readKami` reads it. */
export const card = text.meta({ description: 'the code', needed: true })
/** The token of a link to a kit. */
export const token = trimmed.meta({ description: 'the part of the link after #/kit/', needed: true })
/** The token of a link to a report. */
export const reportToken = trimmed.meta({
  description: 'the part of the link after #/report/',
  needed: true,
})
/** The number of a request. */
export const request = text.meta({ description: 'the number of the request', needed: true })
/** As it is kept: whole characters, on lines. */
const written = text.transform((given) =>
  given
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim(),
)

/** What a customer says with a request. */
export const words = {
  contact: written.meta({ description: 'how to reach the customer, up to 100 characters', needed: true }),
  reason: written.meta({ description: 'why, up to 300 characters', needed: true }),
  description: written.meta({ description: 'more, up to 2000 characters' }),
}
type Words = { readonly [name in keyof typeof words]: string }

const MOST: Record<keyof Words, number> = {
  contact: MAX_CONTACT_LENGTH,
  reason: MAX_REASON_LENGTH,
  description: MAX_DESCRIPTION_LENGTH,
}

/** @returns what is wrong with them, empty for nothing */
export function problemsOfWords(given: Words): Fields {
  const problems: Record<string, FieldProblem> = {}
  if (given.contact === '') problems['contact'] = 'missing'
  if (given.reason === '') problems['reason'] = 'missing'
  for (const name of ['contact', 'reason', 'description'] as const) {
    if (Array.from(given[name]).length > MOST[name]) problems[name] = 'too_long'
  }
  return problems
}

export function hasProblems(fields: Fields): boolean {
  return Object.keys(fields).length > 0
}
