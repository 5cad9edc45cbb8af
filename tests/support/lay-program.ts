import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findServerProgram } from './server-program.ts'

/** A program in the form of a build, whose two scripts run the build where it is new, else the sources. */
export function layProgram(root: string): void {
  const lay = (name: string, text: string): void => {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  lay('package.json', JSON.stringify({ name: 'pulsekey', version: 'test', type: 'module' }))
  const serve = findServerProgram()
  for (const name of ['serve', 'cli']) {
    const script = join(dirname(serve), `${name}${extname(serve)}`)
    lay(`out/main/${name}.js`, `await import('${pathToFileURL(script).href}')\n`)
  }
  lay('drizzle/main/0000.sql', '')
  lay('src-server/kits/c/pulsekey.c', '')
}
