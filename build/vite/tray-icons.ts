import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Plugin } from 'vite'

const folder = fileURLToPath(new URL('../resources/tray', import.meta.url))

/** Puts the tray's pictures beside the main script, in `icons/`: build/resources itself isn't shipped. */
export function trayIcons(): Plugin {
  return {
    name: 'tray-icons',
    apply: 'build',
    async generateBundle() {
      for (const name of await readdir(folder)) {
        this.emitFile({
          type: 'asset',
          fileName: `icons/${name}`,
          source: await readFile(join(folder, name)),
        })
      }
    },
  }
}
