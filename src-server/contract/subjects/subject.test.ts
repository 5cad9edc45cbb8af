import { describe, expect, expectTypeOf, it } from 'vitest'
import { choice, end, flag, id, part, person, reference, text, time } from './field.ts'
import { blankFields, insideOf, namedFields, onRecord, type ChangeOf } from './inside.ts'
import { subject, type ExportOf, type FilterOf, type SortOf, type Stored } from './subject.ts'

const PET = subject(
  {
    id: id(),
    nick_name: text(64, { edit: true, bulk: true, import: ['名字'], export: true, sort: true, search: true }),
    keeper: person('operator', { nullable: true, edit: true, export: true, filter: true }),
    house: reference('application', { required: 'create', filter: true }),
    chip: text(16, { edit: true, secret: true }),
    state: choice(['young', 'old'], { computed: true, filter: true }),
    vip: end({ edit: true, export: ['vip', 'ends'], sort: true }),
    tame: flag({}),
    weight: part({ export: ['kilograms', 'pounds'] }),
    born_at: time({ export: ['born'] }),
  },
  { older_than: time({}) },
)

describe('a subject', () => {
  it('says which of its fields are edited, sorted, searched and filtered by', () => {
    expect(PET.edited).toEqual(['nick_name', 'keeper', 'chip', 'vip'])
    expect(PET.bulk).toEqual(['nick_name'])
    expect(PET.sorts).toEqual(['id', 'nick_name', 'vip'])
    expect(PET.searched).toEqual(['nickName'])
    expect(Object.keys(PET.filters)).toEqual(['keeper', 'house', 'state', 'older_than'])
  })

  it('says what an import reads and an export writes, in the order of its fields', () => {
    expect(PET.imports).toEqual({ nick_name: ['名字'] })
    expect(PET.exports).toEqual(['nick_name', 'keeper', 'vip', 'ends', 'kilograms', 'pounds', 'born'])
  })

  it('has exact types', () => {
    expectTypeOf<SortOf<typeof PET>>().toEqualTypeOf<'id' | 'nick_name' | 'vip'>()
    expectTypeOf<ExportOf<typeof PET>>().toEqualTypeOf<
      'nick_name' | 'keeper' | 'vip' | 'ends' | 'kilograms' | 'pounds' | 'born'
    >()
    expectTypeOf<FilterOf<typeof PET>>().toEqualTypeOf<{
      readonly keeper?: number | undefined
      readonly house?: number | undefined
      readonly state?: 'young' | 'old' | undefined
      readonly olderThan?: number | undefined
    }>()
    expectTypeOf<Stored<typeof PET>>().toEqualTypeOf<{
      readonly id: number
      readonly nickName: string
      readonly keeperId: number | null
      readonly houseId: number
      readonly chip: string
      readonly vip: number
      readonly tame: boolean
      readonly bornAt: number
    }>()
    expectTypeOf<ChangeOf<typeof PET>>().toEqualTypeOf<{
      readonly nickName?: string
      readonly keeperId?: number | null
      readonly vip?: number
    }>()
  })

  it('refuses an option that no field has', () => {
    // @ts-expect-error a misspelled option
    expect(text(4, { edti: true }).kind).toBe('text')
  })
})

describe('the spelling inside', () => {
  it('names the fields of a call, but no secret and nothing that is undefined', () => {
    const given = { nick_name: 'Rex', keeper: null, chip: 'A1', vip: undefined, other: 1 }
    expect(namedFields(PET, given)).toEqual({ nickName: 'Rex', keeperId: null })
  })

  it('shows a stored row by its names on the wire', () => {
    const row = { id: 7, nickName: 'Rex', keeperId: 2, houseId: 3, vip: 4, tame: true, bornAt: 5 }
    expect(onRecord(PET, { ...row, ...{ chip: 'A1', extra: 1 } })).toEqual({
      id: 7,
      nick_name: 'Rex',
      keeper: 2,
      house: 3,
      vip: 4,
      tame: true,
      born_at: 5,
    })
  })

  it('says how a stored field is called, and what it is where nobody gives it', () => {
    expect([insideOf(PET, 'keeper'), insideOf(PET, 'born_at')]).toEqual(['keeperId', 'bornAt'])
    expect(blankFields(PET)).toEqual({ nickName: '', keeperId: null, tame: false })
  })
})
