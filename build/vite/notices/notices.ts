import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { Plugin } from 'vite'

import { findPackageFolder, readPackage, requirePackage, withDependencies } from './shipped-package.ts'
import { writeNotices } from './write-notices.ts'

/** Code that the bundler and its plugins add, by the beginnings of the module names. */
const ADDED: readonly (readonly [start: string, of: string])[] = [
  ['\0vite/', 'vite'],
  ['\0rolldown/', 'rolldown'],
  ['\0plugin-vue:', '@vitejs/plugin-vue'],
]

/** The package in an import that isn't a file's path. */
const STYLE_IMPORT = /@import\s+['"]((?:@[\w.-]+\/)?[a-z\d][\w.-]*)[^'":]*['"]/g

/**
 * Writes the notices for third-party code over all parts of one build: bundled code, styles and fonts, and
 * package.json's dependencies, which are shipped beside it. The build fails when something may not be
 * shipped.
 * @param root of the project
 * @param file to write
 * @returns a function that makes the plugin of one part
 */
export function collectNotices(root: string, file: string): () => Plugin {
  const folders = withDependencies(root)
  folders.delete(root)
  const texts = join(root, 'build/vite/notices/texts')

  function add(id: string): void {
    const added = ADDED.find(([start]) => id.startsWith(start))
    const folder = added === undefined ? findPackageFolder(id) : requirePackage(added[1], root)
    if (folder !== undefined) folders.add(folder)
  }
  return () => ({
    name: 'notices',
    apply: 'build',
    enforce: 'pre',
    // Imports of styles are inlined before they become modules.
    transform: {
      order: 'pre',
      filter: { id: /\.css$/ },
      handler(styles, id) {
        for (const [, name = ''] of styles.matchAll(STYLE_IMPORT))
          folders.add(requirePackage(name, dirname(id)))
      },
    },
    async generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type === 'asset') continue
        for (const [id, { renderedLength }] of Object.entries(output.modules)) if (renderedLength > 0) add(id)
      }
      const packages = [...folders].map((folder) => readPackage(folder, texts))
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, writeNotices(packages))
    },
  })
}
