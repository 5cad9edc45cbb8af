import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { choice, end, flag, id, number, part, person, reference, text, time } from './field.ts'
import {
  bulkShape,
  createShape,
  editShape,
  fieldSchema,
  filterShape,
  importedSchema,
  recordSchema,
  writtenShape,
} from './schemas.ts'
import { subject } from './subject.ts'

const PET = subject({
  id: id(),
  name: text(4, { required: 'always', trim: true, min: 1, edit: true, import: [] }),
  tag: text(3, { pattern: /^[a-z]+$/, says: 'small letters', edit: true, secret: true, import: [] }),
  keeper: person('operator', { nullable: true, edit: true, bulk: true, import: [], filter: true }),
  house: reference('application', { required: 'create', filter: true }),
  vip: end({ required: 'create', edit: true, import: [] }),
  state: choice(['young', 'old'], { computed: true, filter: true }),
  legs: number({ min: 0, max: 8, edit: true }),
  tame: flag({ edit: true }),
  weight: part({}),
  born_at: time({ nullable: true }),
})
const good = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

describe('the schema of a record', () => {
  const record = recordSchema(PET, { weight: z.number() })

  it('has every field but secret ones, and takes what was stored under older rules', () => {
    const pet = {
      id: 1,
      name: 'longer than four',
      keeper: null,
      house: 2,
      vip: 3,
      state: 'old',
      legs: 12,
      tame: true,
      weight: 1.5,
      born_at: null,
    } as const
    expect(record.parse(pet)).toEqual(pet)
    expectTypeOf<z.output<typeof record>['keeper']>().toEqualTypeOf<number | null>()
    expectTypeOf<z.output<typeof record>['weight']>().toEqualTypeOf<number>()
    expectTypeOf<z.output<typeof record>>().not.toHaveProperty('tag')
  })
})

describe('the schemas of what is written', () => {
  it('create asks for what is required and lets the rest be left out', () => {
    const create = z.strictObject(createShape(PET))
    expect(good(create, { name: 'Rex', house: 1, vip: 0 })).toBe(true)
    expect(good(create, { name: 'Rex', house: 1 })).toBe(false)
    expect(good(create, { name: 'Rex', house: 1, vip: 0, born_at: 1 })).toBe(false)
  })

  it('edit and bulk take each field alone and refuse the others', () => {
    const edit = z.strictObject(editShape(PET))
    expect(good(edit, {})).toBe(true)
    expect(good(edit, { keeper: null, legs: 8 })).toBe(true)
    for (const wrong of [
      { legs: 9 },
      { keeper: 0 },
      { house: 1 },
      { name: '' },
      { name: 'Rexie' },
      { tag: 'A' },
    ])
      expect(good(edit, wrong)).toBe(false)
    const bulk = z.strictObject(bulkShape(PET))
    expect(good(bulk, { keeper: 4 })).toBe(true)
    expect(good(bulk, { name: 'Rex' })).toBe(false)
    expect(Object.keys(writtenShape(PET))).toEqual(['name', 'tag', 'keeper', 'vip', 'legs', 'tame'])
    expect(fieldSchema(PET.fields.name).parse('  Rex ')).toBe('Rex')
  })

  it('an imported row may have null for what it does not name', () => {
    const row = importedSchema(PET)
    expect(good(row, { name: 'Rex' })).toBe(true)
    expect(good(row, { name: 'Rex', vip: null, keeper: null, tag: null })).toBe(true)
    expect(good(row, { name: null })).toBe(false)
    expect(good(row, { name: 'Rex', legs: 4 })).toBe(false)
  })
})

it('a filter takes what a row may have, and no null', () => {
  const filter = z.strictObject(filterShape(PET)).partial()
  expect(good(filter, { keeper: 999, house: 1, state: 'old' })).toBe(true)
  for (const wrong of [{ keeper: null }, { state: 'dead' }, { name: 'Rex' }])
    expect(good(filter, wrong)).toBe(false)
})
