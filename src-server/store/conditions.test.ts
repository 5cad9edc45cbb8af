import { eq } from 'drizzle-orm'
import { integer, SQLiteSyncDialect, sqliteTable, text as text_ } from 'drizzle-orm/sqlite-core'
import { expect, it } from 'vitest'
import { flag, id, reference, text } from '../contract/subjects/field.ts'
import { subject } from '../contract/subjects/subject.ts'
import {
  appliedByWay,
  columnsOf,
  matching,
  plainConditions,
  sortColumns,
  type Conditions,
} from './conditions.ts'

const pets = sqliteTable('pets', { id: integer().primaryKey(), nickName: text_('nick_name').notNull() })
interface PetFilter {
  readonly id?: number | undefined
  readonly name?: string | undefined
  readonly app?: number | undefined
}
const CONDITIONS: Conditions<PetFilter, string> = {
  id: (id) => eq(pets.id, id),
  name: (name, suffix) => eq(pets.nickName, name + suffix),
  app: appliedByWay,
}
const sqlOf = (filter: PetFilter) => {
  const where = matching(CONDITIONS, filter, '!')
  return where && new SQLiteSyncDialect().sqlToQuery(where)
}

it("joins the conditions of the filter's members", () => {
  expect(sqlOf({})).toBeUndefined()
  expect(sqlOf({ id: undefined, app: 1 })).toBeUndefined()
  expect(sqlOf({ id: 7, name: 'Rex', app: 1 })).toMatchObject({
    sql: '("pets"."id" = ? and "pets"."nick_name" = ?)',
    params: [7, 'Rex!'],
  })
})

it('throws for a member without a condition, instead of finding everything', () => {
  const wider = { id: 7, other: 1 }
  expect(() => sqlOf(wider)).toThrow('no condition answers the filter other')
})

it("a member without a condition doesn't compile", () => {
  // @ts-expect-error `app` is missing
  const lacking: Conditions<PetFilter> = { id: (id) => eq(pets.id, id), name: appliedByWay }
  expect(lacking).toBeDefined()
})

it('names the columns of a table by their members', () => {
  expect(columnsOf(pets, ['nickName', 'id'])).toEqual([pets.nickName, pets.id])
})

it('derives the columns of orders and the conditions of stored values from a subject', () => {
  const PET = subject({
    id: id(),
    nick_name: text(9, { sort: true, filter: true }),
    house: reference('application', { filter: true }),
    tame: flag({ computed: true, filter: true }),
  })
  const houses = sqliteTable('houses', {
    id: integer().primaryKey(),
    nickName: text_('nick_name').notNull(),
    houseId: integer('house_id').notNull(),
  })
  expect(sortColumns(PET, houses)).toEqual({ id: houses.id, nick_name: houses.nickName })
  const conditions = plainConditions(PET, houses)
  expect(Object.keys(conditions)).toEqual(['nickName', 'house'])
  expect(new SQLiteSyncDialect().sqlToQuery(conditions.house(7))).toMatchObject({
    sql: '"houses"."house_id" = ?',
    params: [7],
  })
})
