import prettier from 'eslint-config-prettier'
import vue from 'eslint-plugin-vue'
import tseslint from 'typescript-eslint'
import vueParser from 'vue-eslint-parser'

import { guardedCallbacks } from './build/lint/guarded-callbacks.ts'
import { RULES } from './build/lint/rules.ts'
import { createTypedParser } from './build/lint/typed-parser.ts'

const renderer = `${import.meta.dirname}/tsconfig.renderer.json`

/** The world comes in through ports (docs/architecture.md, Rules). The names that it must not use are in oxlint.config.ts. */
const worldOnlyThroughPorts = {
  'no-restricted-syntax': [
    'error',
    {
      selector: "NewExpression[callee.name='Date'][arguments.length=0]",
      message: 'Take the time from the Clock port.',
    },
    {
      selector:
        "CallExpression[callee.object.name='Promise'][callee.property.name=/^(all|race|any)/]:has(Identifier[name='unit'])",
      message: 'A unit of work is one connection: do its operations one after another (Array.fromAsync).',
    },
  ],
}

export default tseslint.config(
  {
    ignores: [
      'out/**',
      'dist/**',
      'node_modules/**',
      'build/layers.cjs',
      // Plain JavaScript: for every Node, and for Electron without a build.
      'build/launch/*.cjs',
      // Programs for customers, without the tools of this repository.
      'src-server/kits/*/**',
      '.electron-runtime/**',
      '.cache/**',
      // electron-vite's, gone the moment it has read it: the build runs beside the lint.
      'electron.vite.config.ts.*.mjs',
    ],
  },
  tseslint.configs.base,
  ...vue.configs['flat/recommended'],
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.vue'],
    languageOptions: {
      parser: vueParser,
      parserOptions: {
        parser: createTypedParser(renderer),
        project: renderer,
        extraFileExtensions: ['.vue'],
      },
    },
    rules: {
      ...RULES,
      // TypeScript checks names in templates and scripts.
      'no-undef': 'off',
      // A prop that is left out is undefined, and its type says so.
      'vue/require-default-prop': 'off',
    },
  },
  {
    files: ['src-server/**/*.ts'],
    ignores: ['src-server/entry/**', '**/*.test.ts'],
    rules: worldOnlyThroughPorts,
  },
  {
    files: ['src-server/**/*.ts'],
    ignores: [
      '**/*.test.ts',
      // Their listeners count, or pass bytes on to request handlers, which are guarded (http/listener.ts).
      'src-server/http/{answers-under-way,connection-limit,continued-connection,read-body,self-service-handler}.ts',
    ],
    plugins: { local: { rules: { 'guarded-callbacks': guardedCallbacks } } },
    rules: { 'local/guarded-callbacks': 'error' },
  },
  {
    files: ['src-main/**/*.ts'],
    // Errors of the pages' own scripts stay in their page.
    ignores: ['**/*.test.ts', 'src-main/pages/**', 'src-main/preload/**'],
    plugins: { local: { rules: { 'guarded-callbacks': guardedCallbacks } } },
    rules: { 'local/guarded-callbacks': 'error' },
  },
  {
    files: ['src-renderer/ui/**/*.vue'],
    // Button, Dialog, Menu: the plain components everything else is made of.
    rules: { 'vue/multi-word-component-names': 'off' },
  },
  prettier,
)
