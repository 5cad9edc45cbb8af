import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { build, type Plugin } from 'vite'

import { manualPage } from './manual.ts'

const folder = fileURLToPath(new URL('../../src-main/pages', import.meta.url))
const COPIED = ['server-down.html', 'server-down.css', 'page-lost.html', 'preferences.html', 'find.html']
const root = fileURLToPath(new URL('../..', import.meta.url))
const MANUALS = [
  ['manual', 'docs/operators.md', 'en'],
  ['manual-zh', 'docs/zh-CN/operators.md', 'zh-CN'],
] as const
const SCRIPTS = ['server-down', 'page-lost', 'preferences', 'find']

/** One classic script a page: the pages have nothing in common that is worth a second file. */
async function bundleScript(name: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: join(folder, `${name}.ts`), formats: ['iife'], name: 'page', fileName: name },
    },
  })
  const bundle = Array.isArray(result) ? result[0] : result
  if (!bundle || !('output' in bundle)) throw new Error(`${name}.ts was not bundled`)
  return bundle.output[0].code
}

/** Puts the shell's own pages beside the main script, in `pages/`. */
export function localPages(): Plugin {
  return {
    name: 'local-pages',
    apply: 'build',
    async generateBundle() {
      for (const name of COPIED) {
        const source = await readFile(join(folder, name))
        this.emitFile({ type: 'asset', fileName: `pages/${name}`, source })
      }
      for (const [name, path, language] of MANUALS) {
        const source = manualPage(await readFile(join(root, path), 'utf8'), language)
        this.emitFile({ type: 'asset', fileName: `pages/${name}.html`, source })
      }
      for (const name of SCRIPTS)
        this.emitFile({ type: 'asset', fileName: `pages/${name}.js`, source: await bundleScript(name) })
    },
  }
}
