/** The file that each of the two libraries loads on a platform: `linux-x64` and so on. */
interface Library {
  readonly name: string
  readonly fileFor: (platform: string, arch: string) => string
}

const ARGON2_SUFFIX: Readonly<Record<string, string>> = { linux: '-gnu', win32: '-msvc' }

const LIBRARIES: readonly Library[] = [
  {
    name: 'better-sqlite3',
    fileFor: (platform, arch) => `node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node`,
  },
  {
    name: '@node-rs/argon2',
    fileFor: (platform, arch) => {
      const target = `${platform}-${arch}${ARGON2_SUFFIX[platform] ?? ''}`
      return `node_modules/@node-rs/argon2-${target}/argon2.${target}.node`
    },
  },
]

/**
 * @param unpacked files beside the archive, by their paths in it
 * @param platform Node's name: `linux`, `darwin`, `win32`
 * @returns the missing or surplus files and what to do, or undefined when each library exists once, for this
 * platform
 */
export function whyIncomplete(
  unpacked: readonly string[],
  platform: string,
  arch: string,
): string | undefined {
  const native = unpacked.map((path) => path.replaceAll('\\', '/')).filter((path) => path.endsWith('.node'))
  for (const { name, fileFor } of LIBRARIES) {
    if (native.includes(fileFor(platform, arch))) continue
    return `${name} for ${platform} on ${arch} is not installed here: npm run package adds it`
  }
  const wanted = LIBRARIES.map(({ fileFor }) => fileFor(platform, arch))
  const foreign = native.find((path) => !wanted.includes(path))
  return foreign === undefined
    ? undefined
    : `${foreign} is of another platform and would be shipped for nothing`
}
