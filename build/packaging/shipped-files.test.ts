import { expect, it } from 'vitest'

import { whyForeignFiles, whyNoticesMissing } from './shipped-files.ts'

const PROGRAM = [
  '/package.json',
  '/out',
  '/out/main/index.js',
  '/drizzle/main/0000_first.sql',
  '/src-server',
  '/src-server/kits',
  '/src-server/kits/c',
  '/src-server/kits/c/pulsekey.c',
  '/src-server/kits/javascript/pulsekey.d.mts',
  '/node_modules',
  '/node_modules/better-sqlite3',
  '/node_modules/better-sqlite3/package.json',
  '/node_modules/better-sqlite3/lib/index.js',
  '/node_modules/better-sqlite3/prebuilds/linux-x64.node',
  '/node_modules/@node-rs',
  '/node_modules/@node-rs/argon2-linux-x64-gnu/argon2.linux-x64-gnu.node',
]

it("accepts the program's own files", () => {
  expect(whyForeignFiles(PROGRAM)).toBeUndefined()
})

it.each([
  '/src-server/entry/serve.ts',
  '/src-server/kits/quote.ts',
  '/src-server/domain/x.js',
  '/docs/operators.md',
  '/.env',
  '/tests/support/until.ts',
  '/out/main/index.js.map',
  '/outside/x.js',
  '/node_modules/better-sqlite3/deps/sqlite3.c',
  '/node_modules/express/index.js',
  '\\src-main\\index.ts',
])('ships no %s', (path) => {
  expect(whyForeignFiles([...PROGRAM, path])).toMatch(/^1 files? would be shipped/)
})

it.each(['out/THIRD_PARTY_NOTICES.txt', 'out\\THIRD_PARTY_NOTICES.txt'])(
  'keeps %s beside the archive',
  (path) => {
    expect(whyNoticesMissing(['node_modules/x.node', path])).toBeUndefined()
    expect(whyNoticesMissing(['node_modules/x.node'])).toMatch(/^out\/THIRD_PARTY_NOTICES\.txt is missing/)
  },
)
