import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const ENTRY = resolve(import.meta.dirname, '../../src-server/entry')

/** A program in the form of a build, whose two scripts run the sources: the tests of the server need no build. */
export function layProgram(root: string): void {
  const lay = (name: string, text: string): void => {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  lay('package.json', JSON.stringify({ name: 'pulsekey', version: 'test', type: 'module' }))
  for (const name of ['serve', 'cli'])
    lay(`out/main/${name}.js`, `await import('${pathToFileURL(join(ENTRY, `${name}.ts`)).href}')\n`)
  lay('drizzle/main/0000.sql', '')
}
