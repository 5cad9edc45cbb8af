import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/** A version of this program that is yet to come: the present sources, another number, and more migrations. */
export class OtherVersion {
  readonly #folder = mkdtempSync(join(tmpdir(), 'pulsekey-version-'))

  /** @param migrations of the main data by the names of their files, without `.sql` */
  constructor(version: string, migrations: Readonly<Record<string, string>>) {
    for (const name of ['src-server', 'drizzle'])
      cpSync(join(ROOT, name), join(this.#folder, name), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(this.#folder, 'node_modules'))
    writeFileSync(
      join(this.#folder, 'package.json'),
      JSON.stringify({ name: 'pulsekey', version, type: 'module' }),
    )
    for (const [name, text] of Object.entries(migrations))
      writeFileSync(join(this.#folder, 'drizzle/postgres', `${name}.sql`), text)
  }

  /** The file of its server. */
  get server(): string {
    return join(this.#folder, 'src-server/entry/serve.ts')
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
