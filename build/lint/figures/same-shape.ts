import type { SourceFile } from './source-files.ts'

/** A run of this many lines counts as repeated when another file has it too. */
const RUN = 6

const COMMENT = /^\s*(\/\/|\/?\*|<!--)/
const IMPORT = /^import [^;]*? from '[^']*'$|^import '[^']*'$/gm
/** Shorter lines only close a block: `}`, `})`, `/>`. */
const SHORTEST_LINE = 3
const TOKEN = /'[^']*'|"[^"]*"|`[^`]*`|\d[\d_.]*|[A-Za-z_$][\w$-]*/g
const KEYWORDS = new Set(
  'import from export const let function return if else for of in new await async type interface class readonly extends implements template script setup true false null undefined'.split(
    ' ',
  ),
)

/** The form of a line: its text without names and literals. */
export function shapeOf(line: string): string {
  return line.trim().replace(TOKEN, (token) => (KEYWORDS.has(token) ? token : '_'))
}

/** The share of code lines, 0 to 1, in runs whose shape another file has too. */
export function sameShapeShare(files: readonly SourceFile[]): number {
  const shapes = files.map(({ text }) =>
    text
      .replaceAll(IMPORT, '')
      .split('\n')
      .filter((line) => line.trim().length >= SHORTEST_LINE && !COMMENT.test(line))
      .map(shapeOf),
  )
  const firstFile = new Map<string, number>()
  const inTwoFiles = new Set<string>()
  eachRun(shapes, (run, file) => {
    const known = firstFile.get(run)
    if (known === undefined) firstFile.set(run, file)
    else if (known !== file) inTwoFiles.add(run)
  })
  const repeated = shapes.map(() => new Set<number>())
  eachRun(shapes, (run, file, start) => {
    if (!inTwoFiles.has(run)) return
    for (let line = start; line < start + RUN; line++) repeated[file]?.add(line)
  })
  const lines = shapes.reduce((sum, of) => sum + of.length, 0)
  return lines === 0 ? 0 : repeated.reduce((sum, of) => sum + of.size, 0) / lines
}

function eachRun(
  shapes: readonly (readonly string[])[],
  visit: (run: string, file: number, start: number) => void,
): void {
  for (const [file, lines] of shapes.entries())
    for (let start = 0; start + RUN <= lines.length; start++)
      visit(lines.slice(start, start + RUN).join('\n'), file, start)
}
