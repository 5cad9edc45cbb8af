import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const TEXT_COLUMN = /^(\t"\w+" text|ALTER TABLE "\w+" ADD COLUMN "\w+" text)(?! COLLATE)/gm

/**
 * Gives the text columns of PostgreSQL's migrations the order of SQLite, by bytes. drizzle has no setting for it, and
 * the order of a list must not depend on the database's language.
 */
export function collateTexts(folder: string): void {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.sql'))) {
    const file = join(folder, name)
    const before = readFileSync(file, 'utf8')
    const after = before.replace(TEXT_COLUMN, '$1 COLLATE "C"')
    if (after !== before) writeFileSync(file, after)
  }
}
