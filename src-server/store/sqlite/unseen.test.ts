import Database from 'better-sqlite3'
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { connect } from './connection.ts'
import { staffRoles } from './schema/index.ts'
import { unseen } from './unseen.ts'
import { unseenValue } from './unseen-value.ts'

const RUNS = 2000

/** The least CPU time of several tries, microseconds. */
function cost(run: () => unknown): number {
  const tries = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    for (let i = 0; i < RUNS; i++) run()
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  return Math.min(...tries)
}

it.each([
  ['a limit', 'SELECT id FROM roles WHERE id > ? LIMIT', 0],
  ['an equality beside an order', 'SELECT id FROM roles WHERE owner = ? ORDER BY id LIMIT 1 OFFSET', 1],
])('%s of an unseen parameter costs less than half of a bare one', (_, text, offset) => {
  const db = new Database(':memory:')
  db.exec('CREATE TABLE roles (id INTEGER PRIMARY KEY, owner INTEGER, name TEXT)')
  db.exec('CREATE UNIQUE INDEX roles_name ON roles (owner, name)')
  db.exec("INSERT INTO roles (owner, name) VALUES (1, 'a'), (1, 'b'), (1, 'c')")
  const last = unseen('?')
  const bare = db.prepare<[number, number], number>(`${text} ?`).pluck()
  const other = offset === 0 ? `${text} ${last}` : `${text.replace('?', last)} ?`
  const hidden = db.prepare<[number, number], number>(other).pluck()
  expect(hidden.all(1, 1)).toEqual(bare.all(1, 1))
  expect(cost(() => hidden.all(1, 1)) * 2).toBeLessThan(cost(() => bare.all(1, 1)))
  db.close()
})

it('an unseen value is bound, not written', () => {
  const { orm, raw } = connect(new Database(':memory:'))
  const of = (value: Parameters<typeof unseenValue>[0]) =>
    orm
      .select({ id: staffRoles.id })
      .from(staffRoles)
      .where(eq(staffRoles.name, unseenValue(value)))
      .toSQL()
  expect(of("it's")).toMatchObject({ params: ["it's"] })
  expect(of("it's").sql).toMatch(/ = \+\?$/)
  expect(of(sql.placeholder('name')).sql).toMatch(/ = \+\?$/)
  raw.close()
})
