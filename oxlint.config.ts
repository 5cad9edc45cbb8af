import { defineConfig } from 'oxlint'
import { RULES } from './build/lint/rules.ts'

/** TypeScript's own checker in Go, in a fifth of ESLint's time. ESLint has the components and our own rules. */
export default defineConfig({
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  options: { typeAware: true },
  ignorePatterns: ['out/**', 'dist/**', '.electron-runtime/**', '.cache/**', '**/*.{js,mjs,cjs,vue}'],
  rules: RULES,
  overrides: [
    {
      files: ['src-server/**/*.ts'],
      excludeFiles: ['src-server/entry/**', '**/*.test.ts'],
      // The world comes in through ports (docs/architecture.md, Rules). What needs a selector is in eslint.config.js.
      rules: {
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
      },
    },
    {
      files: ['src-main/**/*.ts'],
      excludeFiles: ['**/*.test.ts', 'src-main/pages/**', 'src-main/preload/**'],
      rules: {
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
    {
      files: ['build/{icons,launch,lint,packaging,release,runtime}/**/*.ts'],
      rules: { 'no-console': 'off' },
    },
  ],
})
