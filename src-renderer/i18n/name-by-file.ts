export interface MessageTree {
  [key: string]: string | MessageTree
}

/** `{'./en/codes.json': {...}}` → `{codes: {...}}`: a file is the namespace of its feature. */
export function nameByFile(files: Record<string, MessageTree>): Record<string, MessageTree> {
  return Object.fromEntries(
    Object.entries(files).map(([path, messages]) => [/([\w-]+)\.json$/.exec(path)?.[1] ?? path, messages]),
  )
}
