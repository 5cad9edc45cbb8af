import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KitSources } from '../../kits/fill-kit.ts'

/** Where the kits are: beside the program, from its sources as well as in a package. */
export const KITS = 'src-server/kits'

/** Reads kits from the program's own files. @param root the folder of package.json */
export function readKitsFrom(root: string): KitSources {
  return async (folder) => {
    const entries = await readdir(join(root, KITS, folder), { withFileTypes: true })
    const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    const texts = names
      .toSorted()
      .map(async (name) => [name, await readFile(join(root, KITS, folder, name), 'utf8')] as const)
    return Object.fromEntries(await Promise.all(texts))
  }
}
