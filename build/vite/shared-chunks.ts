interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/**
 * The chunk of a module that several screens share: `base` holds everything the public page needs, `kit` the
 * rest of the console's. By default the bundler makes a chunk for each set of screens, and then a screen
 * takes 75 requests.
 * @param publicEntry the public page's first module, absolute
 */
export function sharedChunks(publicEntry: string): (id: string, modules: Modules) => string {
  let base: Set<string> | undefined
  return (id, modules) => {
    base ??= reachableFrom(publicEntry, modules)
    return base.has(id) ? 'base' : 'kit'
  }
}

function reachableFrom(entry: string, modules: Modules): Set<string> {
  const reached = new Set<string>()
  const next = [entry]
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    next.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
  }
  return reached
}
