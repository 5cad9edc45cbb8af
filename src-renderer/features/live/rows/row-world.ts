import { useAgentNames } from '../../../subjects/agents/agent-names.ts'
import { useWatchList } from '../view/watch-list.ts'
import { useKnownApps } from './known-apps.ts'
import type { RowWorld } from './row-match.ts'

/** The numbers of the names that contain a word in lower case. */
function named(names: Iterable<readonly [number, string]>, word: string): Set<number> {
  return new Set([...names].filter(([, name]) => name.toLowerCase().includes(word)).map(([id]) => id))
}

/** The facts outside of the rows, as they are at each question. */
export function useRowWorld(): () => RowWorld {
  const agents = useAgentNames()
  const known = useKnownApps()
  const list = useWatchList()
  return () => ({
    isDemo: known.isDemo,
    withBelow: agents.withBelow,
    agentsNamed: (word) => named(agents.names, word),
    appsNamed: (word) =>
      named(
        known.list.map(({ id, name }) => [id, name]),
        word,
      ),
    watched: list.ids,
  })
}
