import { resolve } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { readMigrations } from '../migrations.ts'

interface Step {
  readonly id: number
  readonly parent: number
  readonly detail: string
}

const MIGRATIONS = readMigrations(resolve(import.meta.dirname, '../../../drizzle/main'))

/**
 * The steps of a statement that read a whole table again for each of its rows. With many codes, such a
 * migration would keep the server from starting.
 */
function repeatedScans(plan: readonly Step[]): string[] {
  const byId = new Map(plan.map((step) => [step.id, step]))
  const isRepeated = (step: Step): boolean => {
    const above = byId.get(step.parent)
    return above !== undefined && (above.detail.startsWith('CORRELATED') || isRepeated(above))
  }
  return plan.filter((step) => step.detail.startsWith('SCAN') && isRepeated(step)).map(({ detail }) => detail)
}

it('no migration reads a whole table for each row of another table', () => {
  const db = new Database(':memory:')
  try {
    const found = MIGRATIONS.flatMap(({ tag, statements }) =>
      statements.flatMap((statement) => {
        const plan = db.prepare<[], Step>(`EXPLAIN QUERY PLAN ${statement}`).all()
        db.exec(statement)
        return repeatedScans(plan).map((scan) => `${tag}: ${scan}`)
      }),
    )
    expect(found).toEqual([])
  } finally {
    db.close()
  }
})
