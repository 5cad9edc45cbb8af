import { dirname, resolve } from 'node:path'

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[]; readonly code?: string | null } | null
}

interface Group {
  readonly name: (id: string, modules: Modules) => string | null
  readonly test: RegExp
  readonly minShareCount: number
  readonly priority: number
}

/** Vite's own code for pages that load later is shared. The words of the public page are its own. */
const SHARED =
  /vite\/preload-helper|node_modules|src-renderer\/(?:ui|kit|api|host)\/|src-renderer\/i18n\/(?![\w-]+\/public\.json)|src-server\/contract\//

/**
 * The chunks of modules that several screens share: `base` holds everything the public page needs, `report` what the
 * page behind a link to a report needs besides, `start` what the console's pages before the sign-in need besides,
 * `kit` the rest of the console's. By default the bundler makes a chunk for each set of screens, and then a screen
 * takes 75 requests.
 * @param entries the public page's first module, the report's page, and the first modules of the console and its early
 * pages, absolute
 */
export function sharedChunks(entries: {
  readonly public: readonly string[]
  readonly report: readonly string[]
  readonly first: readonly string[]
}): Group[] {
  // A chunk also takes what its modules import, so the chunk that is needed first chooses first.
  return [
    reachable('base', entries.public, 4),
    reachable('report', entries.report, 3),
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

/** The module that exports every icon: whoever imports one icon from it reaches all of them. */
const ALL_ICONS = /@lucide\/vue\/dist\/esm\/lucide-vue\.mjs$/
const ICON_EXPORT = /export \{([^}]*)\} from '(\.\/icons\/[^']*)'/g
const ICON_IMPORT = /import \{([^}]*)\} from ["']@lucide\/vue["']/g

function reachableFrom(entries: readonly string[], modules: Modules): Set<string> {
  const reached = new Set<string>()
  const next = [...entries]
  let icons: ReadonlyMap<string, string> | undefined
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    const { importedIds = [], code } = modules.getModuleInfo(id) ?? {}
    const all = importedIds.find((imported) => ALL_ICONS.test(imported))
    next.push(...importedIds.filter((imported) => imported !== all))
    if (all === undefined) continue
    reached.add(all)
    icons ??= iconFiles(all, modules.getModuleInfo(all)?.code ?? '')
    next.push(...namesIn(code ?? '', ICON_IMPORT).flatMap((name) => icons?.get(name) ?? []))
  }
  return reached
}

/** The file of each icon by its name. */
function iconFiles(all: string, code: string): Map<string, string> {
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of code.matchAll(ICON_EXPORT))
    for (const name of names.split(','))
      files.set(name.split(' as ').at(-1)?.trim() ?? '', resolve(dirname(all), file))
  return files
}

function namesIn(code: string, imports: RegExp): string[] {
  return [...code.matchAll(imports)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.split(' as ')[0]?.trim() ?? ''),
  )
}
