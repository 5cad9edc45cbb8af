import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import vueI18n from '@intlify/unplugin-vue-i18n/vite'
import tailwind from '@tailwindcss/vite'
import vue from '@vitejs/plugin-vue'
import type { UserConfig } from 'vite'

import { openapiFiles } from './openapi-files.ts'
import { packedAssets } from './packed-assets.ts'
import { sharedChunks } from './shared-chunks.ts'

// electron-vite bundles this configuration. Afterwards only import.meta.url still points to the source.
const root = fileURLToPath(new URL('../..', import.meta.url))

const FIRST_PAGES = ['main.ts', 'features/session/LoginView.vue', 'features/session/SetupView.vue']

/** The console and the customers' page, as electron-vite builds them and `npm run dev` serves them. */
export const rendererConfig: UserConfig = {
  root: resolve(root, 'src-renderer'),
  // Relative, because the server serves the console under /console/, and the owner decides about the address
  // before that.
  base: './',
  // src-renderer/public holds sources, not files to copy.
  publicDir: false,
  plugins: [
    vue(),
    tailwind(),
    // Messages are compiled at build time, so that no compiler (and no code like eval) is shipped.
    vueI18n({
      include: [resolve(root, 'src-renderer/i18n/**/*.json')],
      runtimeOnly: true,
      compositionOnly: true,
      dropMessageCompiler: true,
    }),
    packedAssets(),
    openapiFiles(),
  ],
  define: {
    __VUE_OPTIONS_API__: 'false',
    __VUE_PROD_DEVTOOLS__: 'false',
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    __INTLIFY_PROD_DEVTOOLS__: 'false',
    __VUE_I18N_LEGACY_API__: 'false',
  },
  build: {
    outDir: resolve(root, 'out/renderer/console'),
    emptyOutDir: true,
    // The content security policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    // electron-vite's default doesn't minify.
    minify: true,
    cssMinify: true,
    // The part that all console screens share is one file.
    chunkSizeWarningLimit: 640,
    // Lists what the customers' page reaches: the server serves nothing else with it
    // (src-server/http/public-page.ts).
    manifest: 'manifest.json',
    rolldownOptions: {
      input: {
        index: resolve(root, 'src-renderer/index.html'),
        public: resolve(root, 'src-renderer/public.html'),
      },
      output: {
        codeSplitting: {
          groups: sharedChunks({
            public: [resolve(root, 'src-renderer/public/main.ts')],
            report: [resolve(root, 'src-renderer/public/views/ReportView.vue')],
            first: FIRST_PAGES.map((path) => resolve(root, 'src-renderer', path)),
          }),
        },
      },
    },
  },
}
