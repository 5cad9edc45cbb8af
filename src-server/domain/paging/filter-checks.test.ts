import { expect, it } from 'vitest'
import { flag, person, text } from '../../contract/subjects/field.ts'
import { subject } from '../../contract/subjects/subject.ts'
import { checksOf, plainChecks, type Checks } from './filter-checks.ts'

interface Filter {
  readonly min?: number | undefined
  readonly even?: boolean | undefined
}
const CHECKS: Checks<Filter, (value: number) => boolean> = {
  min: (min) => (value) => value >= min,
  even: (even) => (value) => (value % 2 === 0) === even,
}
const find = (filter: Filter) => {
  const checks = checksOf(CHECKS, filter)
  return [1, 2, 3, 4].filter((value) => checks.every((check) => check(value)))
}

it('keeps the rows that match every member of the filter', () => {
  expect(find({})).toEqual([1, 2, 3, 4])
  expect(find({ min: 2, even: undefined })).toEqual([2, 3, 4])
  expect(find({ min: 2, even: false })).toEqual([3])
})

it('throws for a member without a check, instead of keeping everything', () => {
  const wider = { min: 2, other: 1 }
  expect(() => find(wider)).toThrow('no check answers the filter other')
})

it('derives the checks of stored values from a subject', () => {
  const PET = subject({
    keeper: person('operator', { nullable: true, filter: true }),
    nick_name: text(9, { filter: true }),
    tame: flag({ computed: true, filter: true }),
  })
  const checks = plainChecks(PET, (live: { row: { keeperId: number | null; nickName: string } }) => live.row)
  expect(Object.keys(checks)).toEqual(['keeper', 'nickName'])
  const rex = { row: { keeperId: 7, nickName: 'Rex' } }
  expect([checks.keeper(7)(rex), checks.keeper(8)(rex), checks.nickName('Rex')(rex)]).toEqual([
    true,
    false,
    true,
  ])
})
