import type { MessageTree } from './name-by-file.ts'

/** Every text of a tree with the key that names it: `codes.type.vip`. */
export function flatten(tree: MessageTree, before = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[before + name, value]] : flatten(value, `${before}${name}.`),
  )
}
