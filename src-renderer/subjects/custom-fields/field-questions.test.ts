import { expect, it } from 'vitest'
import { askedText, filterOf, readAsked, type QuestionDraft } from './field-questions.ts'

const draft = (change: Partial<QuestionDraft>): QuestionDraft => ({
  ...{ field: '7', way: 'set', value: '', from: '', to: '', any: [] },
  ...change,
})

it.each<[Partial<QuestionDraft>, string | undefined]>([
  [{ way: 'set' }, '7'],
  [{ way: 'empty' }, '7='],
  [{ way: 'value', value: ' Gold ' }, '7=Gold'],
  [{ way: 'contains', value: '=|@' }, '7~=|@'],
  [{ way: 'range', from: '-1.5', to: '20' }, '7@-1.5..20'],
  [{ way: 'range', to: '2026-01-01' }, '7@..2026-01-01'],
  [{ way: 'any', any: ['A|B', '华东'] }, '7|["A|B","华东"]'],
  [{ way: 'value', value: ' ' }, undefined],
  [{ way: 'range' }, undefined],
  [{ way: 'range', from: 'ten' }, undefined],
  [{ way: 'any' }, undefined],
])('%j is %j in an address, and is read back', (change, text) => {
  const asked = filterOf(draft(change))
  expect(asked && askedText(asked)).toBe(text)
  if (text !== undefined) expect(readAsked(text)).toEqual(asked)
})

it.each(['', '=Gold', '0', '7?', '7@a..b', '7|[1', 'x'])('%j is no question', (text) => {
  expect(readAsked(text)).toBeUndefined()
})
