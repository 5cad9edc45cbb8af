interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

interface Group {
  readonly name: (id: string, modules: Modules) => string | null
  readonly test: RegExp
  readonly minShareCount: number
  readonly priority: number
}

const SHARED = /node_modules|src-renderer\/(?:ui|kit|api|host|i18n)\/|src-server\/contract\//

/**
 * The chunks of modules that several screens share: `base` holds everything the public page needs, `start` what
 * the console's pages before the sign-in need besides, `kit` the rest of the console's. By default the bundler
 * makes a chunk for each set of screens, and then a screen takes 75 requests.
 * @param entries the public page's first module, and the first modules of the console and its early pages, absolute
 */
export function sharedChunks(entries: {
  readonly public: readonly string[]
  readonly first: readonly string[]
}): Group[] {
  // A chunk also takes what its modules import, so the chunk that is needed first chooses first.
  return [
    reachable('base', entries.public, 3),
    reachable('start', entries.first, 2),
    { name: () => 'kit', test: SHARED, minShareCount: 2, priority: 1 },
  ]
}

function reachable(chunk: string, entries: readonly string[], priority: number): Group {
  let reached: Set<string> | undefined
  return {
    name: (id, modules) => {
      reached ??= reachableFrom(entries, modules)
      return reached.has(id) ? chunk : null
    },
    test: SHARED,
    minShareCount: 2,
    priority,
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
