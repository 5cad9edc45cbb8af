const AREA = /^### (.+)$/
const ROW = /^\| `(\w+)` .*\|\s*(.*?)\s*\|$/

/** The area of each action, and what it does, as docs/console-api.md says it. */
export function readActionTable(
  document: string,
): ReadonlyMap<string, { readonly area: string; readonly does: string }> {
  const actions = new Map<string, { readonly area: string; readonly does: string }>()
  let area = ''
  for (const line of document.slice(document.indexOf('## 12. ')).split('\n')) {
    area = AREA.exec(line)?.[1] ?? area
    const [, name, does = ''] = ROW.exec(line) ?? []
    if (name !== undefined) actions.set(name, { area, does })
  }
  return actions
}
