import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { SCENARIOS } from '../../conformance/scenarios/index.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const NAMING = ['describe', 'it', 'test']
/** Its tests get their names from the lists of scenarios. */
const OF_SCENARIOS = 'tests/conformance/scenarios.test.ts'

/** The titles of all tests and groups of a file, with `%s` for each part that the file fills in. */
export function titlesIn(file: string): readonly string[] {
  if (file === OF_SCENARIOS) return Object.values(SCENARIOS).flatMap((some) => some.map(({ name }) => name))
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest)
  const titles: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && NAMING.includes(rootName(node.expression))) {
      const title = node.arguments[0] === undefined ? undefined : textOf(node.arguments[0])
      if (title !== undefined) titles.push(title)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return titles
}

/** The name that `it`, `it.each(…)` and `test.concurrent.for(…)` begin with. */
function rootName(node: ts.Node): string {
  if (ts.isIdentifier(node)) return node.text
  if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node)) return rootName(node.expression)
  return ''
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return node.head.text + node.templateSpans.map(({ literal }) => `%s${literal.text}`).join('')
}
