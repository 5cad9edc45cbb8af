import type Database from 'better-sqlite3'
import { columnsOf, placeOf, SEALED_TABLES, type SealedTableName } from '../../sealing/places.ts'
import { turnValue } from '../../sealing/sealed-rows.ts'

/**
 * Replaces every secret of a database, for example a plain text by a sealed one. Runs in the caller's transaction.
 * @param turn gets a text that isn't empty, and its place
 */
export function turnSecrets(db: Database.Database, turn: (text: string, place: string) => string): void {
  for (const table of Object.keys(SEALED_TABLES) as SealedTableName[]) {
    const { id } = SEALED_TABLES[table]
    for (const { column, member, inside } of columnsOf(table)) {
      const rows = db
        .prepare<[], { id: string | number; value: string }>(
          `SELECT "${id}" AS id, "${column}" AS value FROM "${table}"`,
        )
        .all()
      const store = db.prepare<[string, string | number]>(
        `UPDATE "${table}" SET "${column}" = ? WHERE "${id}" = ?`,
      )
      for (const row of rows) {
        const turned = turnColumn(row.value, { column, member, ...(inside && { inside }) }, (text, name) =>
          text === '' ? '' : turn(text, placeOf(table, column, row.id, name)),
        )
        if (turned !== row.value) store.run(turned, row.id)
      }
    }
  }
}

/** Calls back with every secret of a database, as it is stored. */
export function readSecrets(db: Database.Database, seen: (text: string, place: string) => void): void {
  for (const table of Object.keys(SEALED_TABLES) as SealedTableName[]) {
    const { id } = SEALED_TABLES[table]
    for (const column of columnsOf(table)) {
      const rows = db
        .prepare<[], { id: string | number; value: string }>(
          `SELECT "${id}" AS id, "${column.column}" AS value FROM "${table}"`,
        )
        .all()
      for (const row of rows)
        turnColumn(row.value, column, (text, name) => {
          if (text !== '') seen(text, placeOf(table, column.column, row.id, name))
          return text
        })
    }
  }
}

function turnColumn(
  value: string,
  column: Parameters<typeof turnValue>[1],
  change: (text: string, member?: string) => string,
): string {
  if (column.inside === undefined) return change(value)
  return JSON.stringify(turnValue(JSON.parse(value), column, change))
}
