import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { KitSources } from '../../kits/fill-kit.ts'

/** The folder of the kits: beside the program, from its sources as well as in a package. */
export const KITS = 'src-server/kits'

/** The kits of Android run the core of the Lua kit. MetaTrader 4 has only its own trading functions. */
const SHARED: ReadonlyMap<string, readonly string[]> = new Map([
  ['andlua1', ['lua/pulsekey.lua']],
  ['andlua2', ['lua/pulsekey.lua']],
  [
    'mql4',
    ['Pulsekey', 'PulsekeyText', 'PulsekeyEd25519', 'PulsekeySignature'].map((name) => `mql5/${name}.mqh`),
  ],
])

/** Reads kits from the program's own files. @param root the folder of package.json */
export function readKitsFrom(root: string): KitSources {
  return async (folder) => {
    const entries = await readdir(join(root, KITS, folder), { withFileTypes: true })
    const own = entries.filter((entry) => entry.isFile()).map(({ name }) => `${folder}/${name}`)
    const texts = [...own, ...(SHARED.get(folder) ?? [])]
      .toSorted()
      .map(async (path) => [basename(path), await readFile(join(root, KITS, path), 'utf8')] as const)
    return Object.fromEntries(await Promise.all(texts))
  }
}
