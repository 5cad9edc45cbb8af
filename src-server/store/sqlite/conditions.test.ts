import { eq } from 'drizzle-orm'
import { integer, SQLiteSyncDialect, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { expect, it } from 'vitest'
import { byTheWay, columnsOf, matching, type Conditions } from './conditions.ts'

const pets = sqliteTable('pets', { id: integer().primaryKey(), nickName: text('nick_name').notNull() })
interface PetFilter {
  readonly id?: number | undefined
  readonly name?: string | undefined
  readonly app?: number | undefined
}
const CONDITIONS: Conditions<PetFilter, string> = {
  id: (id) => eq(pets.id, id),
  name: (name, suffix) => eq(pets.nickName, name + suffix),
  app: byTheWay,
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
  const lacking: Conditions<PetFilter> = { id: (id) => eq(pets.id, id), name: byTheWay }
  expect(lacking).toBeDefined()
})

it('names the columns of a table by their members', () => {
  expect(columnsOf(pets, ['nickName', 'id'])).toEqual([pets.nickName, pets.id])
})
