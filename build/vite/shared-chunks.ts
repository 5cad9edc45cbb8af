interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/**
 * The chunk of a module that several screens share: `base` holds everything the public page needs, `start` what
 * the console's pages before the sign-in need besides, `kit` the rest of the console's. By default the bundler
 * makes a chunk for each set of screens, and then a screen takes 75 requests.
 * @param entries the public page's first module, and the first modules of the console and its early pages, absolute
 */
export function sharedChunks(entries: {
  readonly public: readonly string[]
  readonly first: readonly string[]
}): (id: string, modules: Modules) => string {
  let base: Set<string> | undefined
  let first: Set<string> | undefined
  return (id, modules) => {
    base ??= reachableFrom(entries.public, modules)
    first ??= reachableFrom(entries.first, modules)
    if (base.has(id)) return 'base'
    return first.has(id) ? 'start' : 'kit'
  }
}

function reachableFrom(entries: readonly string[], modules: Modules): Set<string> {
  const reached = new Set<string>()
  const next = [...entries]
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    next.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
  }
  return reached
}
