import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { packFile, SMALLEST_PACKED } from '../../src-server/http/encoding.ts'

/**
 * Writes `x.js.br` beside each text of the build. The best compression takes seconds, so the server only has to send
 * it.
 */
export function packedAssets(): Plugin {
  return {
    name: 'packed-assets',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir === undefined) return
      const assets = join(dir, 'assets')
      const texts = readdirSync(assets).filter((name) => /\.(?:js|css|svg)$/.test(name))
      const pack = async (name: string) => {
        const plain = readFileSync(join(assets, name))
        if (plain.length < SMALLEST_PACKED) return
        writeFileSync(join(assets, `${name}.br`), await packFile(plain, 'br', true))
      }
      await Promise.all(texts.map(pack))
    },
  }
}
