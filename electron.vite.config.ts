import { fileURLToPath } from 'node:url'

import { defineConfig } from 'electron-vite'

import { localPages } from './build/vite/local-pages.ts'
import { collectNotices } from './build/vite/notices/notices.ts'
import { rendererConfig } from './build/vite/renderer.ts'
import { shellIcons } from './build/vite/shell-icons.ts'

const from = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const notices = collectNotices(from('.'), from('out/THIRD_PARTY_NOTICES.txt'))

export default defineConfig({
  // Shell and server share one bundle: what is in package.json's dependencies stays outside of it.
  main: {
    plugins: [localPages(), shellIcons(), notices()],
    build: {
      outDir: from('out/main'),
      rolldownOptions: {
        input: {
          index: from('src-main/index.ts'),
          server: from('src-server/entry/desktop.ts'),
          serve: from('src-server/entry/serve.ts'),
          cli: from('src-server/entry/cli.ts'),
          'telemetry-worker': from('src-server/store/sqlite/telemetry/worker.ts'),
          'postgres-telemetry-worker': from('src-server/store/postgres/telemetry/worker.ts'),
          'backup-worker': from('src-server/store/sqlite/backups/worker.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    plugins: [notices()],
    build: {
      outDir: from('out/preload'),
      // A sandboxed preload script can require nothing but electron and must be one CommonJS file.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: from('src-main/preload/index.ts') },
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: { ...rendererConfig, plugins: [...(rendererConfig.plugins ?? []), notices()] },
})
