import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/** Another version of this program, in a folder of its own. */
class VersionFolder {
  protected readonly folder = mkdtempSync(join(tmpdir(), 'pulsekey-version-'))

  constructor() {
    symlinkSync(join(ROOT, 'node_modules'), join(this.folder, 'node_modules'))
  }

  /** The file of its server. */
  get server(): string {
    return join(this.folder, 'src-server/entry/serve.ts')
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** A former version of this program, from the history of the repository. */
export class FormerVersion extends VersionFolder {
  /**
   * @param commit its whole name
   * @throws where the history is not there
   */
  constructor(commit: string) {
    super()
    const archive = join(this.folder, 'version.tar')
    try {
      execFileSync('git', ['archive', '-o', archive, commit, 'src-server', 'drizzle', 'package.json'], {
        ...{ cwd: ROOT, stdio: 'ignore' },
      })
    } catch (cause) {
      const help = 'The whole history is needed: git fetch --unshallow'
      throw new Error(`The repository lacks the former version ${commit}. ${help}`, { cause })
    }
    execFileSync('tar', ['-xf', archive, '-C', this.folder])
  }
}

/** A version of this program that is yet to come: the present sources, another number, and more migrations. */
export class OtherVersion extends VersionFolder {
  /** @param migrations of the main data by the names of their files, without `.sql` */
  constructor(version: string, migrations: Readonly<Record<string, string>>) {
    super()
    for (const name of ['src-server', 'drizzle'])
      cpSync(join(ROOT, name), join(this.folder, name), { recursive: true })
    writeFileSync(
      join(this.folder, 'package.json'),
      JSON.stringify({ name: 'pulsekey', version, type: 'module' }),
    )
    for (const [name, text] of Object.entries(migrations))
      writeFileSync(join(this.folder, 'drizzle/postgres', `${name}.sql`), text)
  }
}
