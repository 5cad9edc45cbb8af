import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const folder = fileURLToPath(new URL('../../docs/openapi', import.meta.url))

/** Puts the OpenAPI documents beside the console, without blanks: the server serves them with it. */
export function openapiFiles(): Plugin {
  return {
    name: 'openapi-files',
    apply: 'build',
    async generateBundle() {
      for (const name of ['runtime.json', 'console.json']) {
        const source = JSON.stringify(JSON.parse(await readFile(join(folder, name), 'utf8')))
        this.emitFile({ type: 'asset', fileName: `openapi/${name}`, source })
      }
    },
  }
}
