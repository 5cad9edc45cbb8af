import { expect, it } from 'vitest'
import { draftOf } from './use-form.ts'

const EMPTY = { name: '', limit: null as number | null }

it('a draft of a record has the members of the empty draft alone', () => {
  const record = { id: 7, name: 'Basic', limit: 3 }
  expect(draftOf(EMPTY, record)).toEqual({ name: 'Basic', limit: 3 })
})

it('a draft without a record is a copy of the empty one', () => {
  const draft = draftOf(EMPTY, undefined)
  draft.name = 'typed'
  expect(EMPTY.name).toBe('')
})
