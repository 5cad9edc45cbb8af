import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DECLARED_ACTIONS } from '../../../src-server/contract/actions/index.ts'
import { findAbsentDocuments } from './absent-documents.ts'
import { findMutualFeatures, findUpwardArrows } from './renderer-arrows.ts'
import { sameShapeShare } from './same-shape.ts'
import { countLines, type SourceFile } from './source-files.ts'

export interface Figure {
  readonly name: string
  readonly value: number
  /** The maximum value. */
  readonly most: number
  /** The value to reach, where it is still higher. `most` follows the value down. */
  readonly aim?: number
  /** The places that make up the figure, so that somebody can lower it. */
  readonly places?: readonly string[]
}

const CODE = /^src-.*\.(ts|vue)$/
const TEST = /\.test\.ts$/
/** `npm run db:generate` and `npm run documents` write these. */
const GENERATED = /^(drizzle\/|docs\/console-api\.md$)/
const SMALL_FILE = 15
const LIST_PART = /(Table|Toolbar|Dialog|Badge)\.vue$|-(columns|filters?|list|acts|words)\.ts$/
const LIST_VIEW = /View\.vue$/
const LIST_IMPORT = /usePagedList|ListStates|DataTable|ListScreen/

/** The figures that show how easy the code is to enter. docs/contributors.md explains each one. */
export function listFigures(root: string, files: readonly SourceFile[]): readonly Figure[] {
  const sources = files.filter(({ path }) => CODE.test(path) && !TEST.test(path))
  const renderer = sources.filter(({ path }) => path.startsWith('src-renderer/'))
  const actions = sources.filter(({ path }) => path.startsWith('src-server/ajax/console/'))
  const small = sources.filter((file) => countLines([file]) < SMALL_FILE)
  const listParts = renderer.filter(isListPart)
  const arrows = findUpwardArrows(renderer)
  const mutual = findMutualFeatures(renderer)
  const absent = findAbsentDocuments(root, files)
  return [
    { name: 'files for a field with a filter', ...countExample(root, 'field', 8, /^tests\//) },
    { name: 'files for a console action', ...countExample(root, 'action', 5) },
    { name: 'files for a bulk act on codes', ...countExample(root, 'bulk-act', 8) },
    { name: 'ajax/console, files', value: actions.length, most: 36 },
    {
      name: 'ajax/console, lines an action',
      value: rounded(countLines(actions) / DECLARED_ACTIONS.length),
      most: 5.2,
    },
    {
      name: 'files under 15 lines, %',
      value: rounded((small.length / sources.length) * 100),
      most: 8,
      places: pathsOf(small),
    },
    {
      name: 'lines a list screen or dialog',
      value: rounded(countLines(listParts) / listParts.length),
      most: 61,
    },
    {
      name: 'same shape in the renderer, %',
      value: rounded(sameShapeShare(renderer) * 100),
      most: 18.3,
    },
    { name: 'upward arrows in the renderer', value: arrows.length, most: 0, places: arrows },
    { name: 'mutual pairs of features', value: mutual.length, most: 0, places: mutual },
    { name: 'citations of absent documents', value: absent.length, most: 0, places: absent },
  ]
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}

function isListPart({ path, text }: SourceFile): boolean {
  if (!/^src-renderer\/(features|subjects)\//.test(path)) return false
  return LIST_PART.test(path) || (LIST_VIEW.test(path) && LIST_IMPORT.test(text))
}

/**
 * The hand-edited files of a worked example. Generated files don't count.
 * @param uncounted a field's rows in the tests that walk all fields; the test cases of an act do count
 */
function countExample(root: string, name: string, most: number, uncounted?: RegExp): Omit<Figure, 'name'> {
  const diff = join(root, 'tests/examples', `${name}.diff`)
  if (!existsSync(diff)) return { value: Number.POSITIVE_INFINITY, most, places: [`${diff} is missing`] }
  const edited = [...readFileSync(diff, 'utf8').matchAll(/^diff --git a\/(\S+)/gm)].map(
    ([, path = '']) => path,
  )
  const byHand = edited.filter((path) => !GENERATED.test(path) && uncounted?.test(path) !== true)
  return { value: byHand.length, most, places: byHand }
}

function pathsOf(files: readonly SourceFile[]): readonly string[] {
  return files.map(({ path }) => path)
}
