import Database from 'better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { expect, it } from 'vitest'
import { membersOf } from '../members-of.ts'
import { columnsFor, type Row } from './columns.ts'

interface Pet {
  readonly id: number
  readonly nickName: string
  readonly left: number | null
  readonly isTame: boolean
}
const pets = sqliteTable('pets', {
  id: integer().primaryKey(),
  nickName: text('nick_name').notNull(),
  left: integer(),
  isTame: integer('is_tame', { mode: 'boolean' }).notNull(),
})
const ROWS = columnsFor<Pet>(pets)

it('writes and reads rows by the names of their members', () => {
  const db = new Database(':memory:')
  db.exec('CREATE TABLE pets (id INTEGER PRIMARY KEY, nick_name TEXT, "left" INTEGER, is_tame INTEGER)')
  const insert = db.prepare<[Row<Omit<Pet, 'id'>>], Row<Pet>>(
    `INSERT INTO pets ${ROWS.newRow} RETURNING ${ROWS.all}`,
  )
  const update = db.prepare<[Row<Pick<Pet, 'id' | 'isTame' | 'left'>>], Row<Pet>>(
    `UPDATE pets SET ${ROWS.set(membersOf<Pick<Pet, 'isTame' | 'left'>>({ isTame: true, left: true }))} WHERE id = @id RETURNING ${ROWS.all}`,
  )
  const rex = insert.get(ROWS.bind({ nickName: 'Rex', left: 3, isTame: true }))!
  expect(ROWS.read(rex)).toEqual({ id: 1, nickName: 'Rex', left: 3, isTame: true })
  const wild = update.get(ROWS.bind({ id: 1, isTame: false, left: null }))!
  expect(ROWS.read(wild)).toEqual({ id: 1, nickName: 'Rex', left: null, isTame: false })
  const named = db.prepare(`INSERT INTO pets ${ROWS.values(['nickName'])}`)
  expect(named.run({ nickName: 'Bo' }).lastInsertRowid).toBe(2)
  db.close()
})
