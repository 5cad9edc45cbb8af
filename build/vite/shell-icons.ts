import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Plugin } from 'vite'

const resources = fileURLToPath(new URL('../resources', import.meta.url))

/** Windows and macOS take the window's icon from the program itself. */
const WINDOW_ICON = ['window.png', join('icons', '256x256.png')] as const

/**
 * Puts the pictures of tray and windows beside the main script, in `icons/`, because build/resources isn't
 * shipped.
 */
export function shellIcons(): Plugin {
  return {
    name: 'shell-icons',
    apply: 'build',
    async generateBundle() {
      const tray = await readdir(join(resources, 'tray'))
      const pictures = [...tray.map((name) => [name, join('tray', name)] as const), WINDOW_ICON]
      for (const [name, path] of pictures) {
        this.emitFile({
          type: 'asset',
          fileName: `icons/${name}`,
          source: await readFile(join(resources, path)),
        })
      }
    },
  }
}
