import { describe, expect, it } from 'vitest'

import { whyIncomplete } from './native-files.ts'

const sqlite = (target: string): string => `node_modules/better-sqlite3/prebuilds/${target}.node`
const argon2 = (target: string): string => `node_modules/@node-rs/argon2-${target}/argon2.${target}.node`

describe('the libraries of a package', () => {
  it.each([
    ['linux', 'x64', 'linux-x64', 'linux-x64-gnu'],
    ['linux', 'arm64', 'linux-arm64', 'linux-arm64-gnu'],
    ['win32', 'x64', 'win32-x64', 'win32-x64-msvc'],
    ['darwin', 'arm64', 'darwin-arm64', 'darwin-arm64'],
  ])('are those of its platform: %s %s', (platform, arch, first, second) => {
    expect(whyIncomplete([sqlite(first), argon2(second)], platform, arch)).toBeUndefined()
    expect(whyIncomplete([sqlite(first)], platform, arch)).toBe(
      `@node-rs/argon2 for ${platform} on ${arch} is not installed here: npm run package adds it`,
    )
    expect(whyIncomplete([argon2(second)], platform, arch)).toMatch(/^better-sqlite3 for /)
  })

  it('are found under Windows paths', () => {
    const files = [sqlite('win32-x64'), argon2('win32-x64-msvc')].map((path) => path.replaceAll('/', '\\'))
    expect(whyIncomplete(files, 'win32', 'x64')).toBeUndefined()
  })

  it('are no others', () => {
    const files = [sqlite('linux-x64'), argon2('linux-x64-gnu'), sqlite('darwin-x64')]
    expect(whyIncomplete(files, 'linux', 'x64')).toMatch(/prebuilds\/darwin-x64\.node is of another platform/)
  })
})
