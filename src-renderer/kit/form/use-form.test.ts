import { expect, it } from 'vitest'
import { draftOf, useForm } from './use-form.ts'

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

it('a form names what the person changed, whatever became of the record meanwhile', async () => {
  const record = {
    name: 'Ann',
    vip: 100,
    tags: ['gold'],
    fields: { 1: 'a', 2: 'b' } as Record<number, string>,
  }
  const sent: unknown[] = []
  const refusal = { fields: {}, clear: () => undefined, show: () => undefined }
  const form = useForm(
    () => structuredClone(record),
    (_, changed) => sent.push(changed),
    refusal as never,
  )
  form.reset()
  record.vip = 200
  form.draft.fields = { ...form.draft.fields, 2: 'c' }
  form.set('name', 'Bea')
  expect(await form.submit()).toBe(true)
  form.draft.tags = ['gold']
  form.reset()
  await form.submit()
  expect(sent).toEqual([{ name: 'Bea', fields: { 2: 'c' } }, {}])
})
