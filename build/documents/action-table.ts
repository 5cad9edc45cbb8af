import type { DeclaredAction } from '../../src-server/contract/actions/index.ts'

const HEADING = '## 12. Actions by area'
const ROW = /^\| `(\w+)` .*\|\s*(.*?)\s*\|$/

/** The columns of an action's table row before the last one: name, roles, permission of staff, marks. */
export function describeAction(action: DeclaredAction): readonly string[] {
  const { name, roles, permission = [], reads, creates, stepUp } = action
  const who =
    roles === 'public' ? 'public' : roles.length === 3 ? 'all' : roles.map(([first]) => first).join(', ')
  const needs = [permission].flat().filter((one) => one !== 'self')
  const marks = [reads && 'r', creates && 'n', stepUp && 'p', 'stepUpFor' in action && '(p)'].filter(Boolean)
  return [name, who, needs.join(', '), marks.join(' ')]
}

/**
 * Updates the document's table of actions. The last column keeps its hand-written text. A new action is
 * inserted after the last one of its noun, else at the end, with the first sentence of its comment in the
 * contract.
 * @param sources the text of the contract's files
 */
export function updateActionTable(
  document: string,
  actions: readonly DeclaredAction[],
  sources: string,
): string {
  const at = document.indexOf(HEADING)
  if (at < 0) throw new Error(`docs/console-api.md has no heading "${HEADING}"`)
  const declared = new Map(actions.map((action) => [action.name as string, action]))
  const lines = document
    .slice(at)
    .split('\n')
    .flatMap((line) => {
      const [, name = '', says = ''] = ROW.exec(line) ?? []
      if (name === '') return [line]
      const action = declared.get(name)
      return action === undefined ? [] : [rowOf(action, says)]
    })
  for (const action of actions) {
    if (!lines.some((line) => nameIn(line) === action.name))
      lines.splice(placeOf(action.name, lines), 0, rowOf(action, firstSentence(action.name, sources)))
  }
  return document.slice(0, at) + lines.join('\n')
}

function rowOf(action: DeclaredAction, says: string): string {
  const [name = '', who = '', needs = '', marks = ''] = describeAction(action)
  const permissions = needs === '' ? '' : needs.replace(/[\w.]+/g, '`$&`')
  return `| \`${name}\` | ${who} | ${permissions} | ${marks} | ${says} |`
}

function nameIn(line: string): string {
  return ROW.exec(line)?.[1] ?? ''
}

function placeOf(name: string, lines: readonly string[]): number {
  const noun = name.slice(0, name.lastIndexOf('_'))
  const ofNoun = lines.findLastIndex((line) => nameIn(line).startsWith(`${noun}_`))
  return (ofNoun < 0 ? lines.findLastIndex((line) => nameIn(line) !== '') : ofNoun) + 1
}

/** The first sentence of the comment above a declaration, or an empty text. */
function firstSentence(name: string, sources: string): string {
  const at = sources.indexOf(`\n  ${name}: defineAction(`)
  const comment = /\/\*\*((?:[^*]|\*(?!\/))*)\*\/$/.exec(sources.slice(0, Math.max(at, 0)))?.[1] ?? ''
  const text = comment.replace(/\s*\n\s*\*?\s*/g, ' ').trim()
  const [sentence = ''] = text.split(/(?<=\.)\s/)
  return sentence.replace(/\.$/, '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
}
