import prettier from 'eslint-config-prettier'
import vue from 'eslint-plugin-vue'
import tseslint from 'typescript-eslint'
import vueParser from 'vue-eslint-parser'

import { guardedCallbacks } from './build/lint/guarded-callbacks.ts'
import { createTypedParser } from './build/lint/typed-parser.ts'

/** One program for everything but the renderer. With one each, every checker would check the server's types anew. */
const projects = ['build/lint/tsconfig.json', 'tsconfig.renderer.json'].map(
  (config) => `${import.meta.dirname}/${config}`,
)

/** The world comes in through ports (docs/architecture.md, Rules). */
const worldOnlyThroughPorts = {
  'no-restricted-globals': [
    'error',
    { name: 'fetch', message: 'Outgoing calls belong to outbound adapters.' },
    { name: 'process', message: 'The process belongs to entry.' },
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Date', property: 'now', message: 'Take the time from the Clock port.' },
    { object: 'Math', property: 'random', message: 'Take random numbers from the Random port.' },
  ],
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
  ...tseslint.configs.strictTypeChecked,
  ...vue.configs['flat/recommended'],
  {
    languageOptions: {
      parser: vueParser,
      parserOptions: {
        parser: createTypedParser(projects),
        project: projects,
        extraFileExtensions: ['.vue'],
      },
    },
    rules: {
      // The compiler refuses enums (erasableSyntaxOnly), and the rule takes a tenth of lint's time.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      // Numbers in texts are what a log line or a label is made of.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Repositories answer promises because PostgreSQL will; SQLite's have nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      // A name that begins with _ says that it is there to be left out.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      'max-lines': ['error', { max: 300, skipBlankLines: true }],
      'no-console': 'error',
      eqeqeq: 'error',
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
    rules: {
      'local/guarded-callbacks': 'error',
      // `void` would leave a rejection to the last net: inBackground (src-main/faults/guarded.ts) reports it.
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: false }],
    },
  },
  {
    files: ['**/*.test.ts', 'tests/**/*.ts'],
    rules: {
      // A test that meets undefined fails anyway.
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-console': 'off',
    },
  },
  { files: ['build/{icons,launch,lint,packaging,release,runtime}/**/*.ts'], rules: { 'no-console': 'off' } },
  { files: ['**/*.js'], ...tseslint.configs.disableTypeChecked },
  {
    files: ['**/*.vue'],
    // TypeScript checks names in templates and scripts.
    rules: {
      'no-undef': 'off',
      // A prop that is left out is undefined, and its type says so.
      'vue/require-default-prop': 'off',
    },
  },
  {
    files: ['src-renderer/ui/**/*.vue'],
    // Button, Dialog, Menu: the plain components everything else is made of.
    rules: { 'vue/multi-word-component-names': 'off' },
  },
  prettier,
)
