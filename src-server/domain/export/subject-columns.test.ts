import { expect, it } from 'vitest'
import { end, flag, id, part, text, time } from '../../contract/subjects/field.ts'
import { subject, type FieldsOf } from '../../contract/subjects/subject.ts'
import { exportColumns } from './subject-columns.ts'

const PET = subject({
  id: id(),
  name: text(10, { export: true }),
  vip: end({ export: ['vip', 'ends'] }),
  tame: flag({ export: ['is_tame'] }),
  weight: part({ export: ['kilograms'] }),
  born_at: time({ nullable: true, export: ['born'] }),
})
interface Pet {
  readonly id: number
  readonly name: string
  readonly vip: number
  readonly tame: boolean
  readonly weight: { readonly kg: number }
  readonly born_at: number | null
}
const rex: Pet = { id: 1, name: 'Rex', vip: 1_700_000_000, tame: true, weight: { kg: 7 }, born_at: null }
const lineOf = (columns: ReturnType<typeof exportColumns<FieldsOf<typeof PET>, Pet>>, pet: Pet) =>
  Object.fromEntries(columns.map(([name, cell]) => [name, cell(pet)]))

it('has a cell for each declared column: times in UTC, an end as a number and as a time', () => {
  const columns = exportColumns<FieldsOf<typeof PET>, Pet>(PET, { kilograms: ({ weight }) => weight.kg })
  expect(lineOf(columns, rex)).toEqual({
    name: { text: 'Rex' },
    vip: 1_700_000_000,
    ends: '2023-11-14T22:13:20.000Z',
    is_tame: true,
    kilograms: 7,
    born: null,
  })
})

it('accepts a custom cell for any column', () => {
  const own = { kilograms: () => 0, ends: () => 'never' }
  expect(lineOf(exportColumns<FieldsOf<typeof PET>, Pet>(PET, own), rex)).toMatchObject({ ends: 'never' })
})
