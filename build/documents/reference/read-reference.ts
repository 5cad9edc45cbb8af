import { isRule } from '../read-document.ts'

/** A request, and the answer that a document shows for it. */
export interface Example {
  readonly request: string
  readonly answer: string
  /** `json`, `text` or `http`: a body, or the head of a download. */
  readonly kind: string
}

/** An endpoint's or action's section of a reference. */
export interface Section {
  readonly name: string
  /** The first cells of its tables, by what the tables' heads begin with. */
  readonly parameters: readonly string[]
  readonly fields: readonly string[]
  readonly codes: readonly string[]
  /** The numbers of the line that names the codes of other groups. */
  readonly also: readonly number[]
  readonly examples: readonly Example[]
}

const HEADS = { parameters: /^(?:parameter|参数)/, fields: /^(?:answer|应答)/, codes: /^code/ }
const ALSO = /^(?:And the codes of|另有)/m
const BLOCK = /^```(\w+)\n([^]*?)^```$/gm

/** The sections below the headings of the second and third level. */
export function readSections(document: string): readonly Section[] {
  return document
    .split(/^#{2,3} /m)
    .slice(1)
    .map((text) => {
      const name = text.slice(0, text.indexOf('\n')).trim()
      return {
        name,
        parameters: firstCells(text, HEADS.parameters),
        fields: firstCells(text, HEADS.fields),
        codes: firstCells(text, HEADS.codes),
        also: alsoIn(text),
        examples: readExamples(text),
      }
    })
}

function firstCells(text: string, head: RegExp): string[] {
  const lines = text.split('\n')
  const from = lines.findIndex((line, at) => isRule(lines[at + 1] ?? '') && head.test(cellsOf(line)[0] ?? ''))
  if (from < 0) return []
  const rows = lines.slice(from + 2)
  const end = rows.findIndex((line) => !line.startsWith('|'))
  // A row without a first cell goes on with the row before.
  return rows
    .slice(0, end < 0 ? undefined : end)
    .map((line) => cellsOf(line)[0] ?? '')
    .filter((cell) => cell !== '')
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', ''))
}

/** The numbers of the list. Its links have none. */
function alsoIn(text: string): number[] {
  const at = text.search(ALSO)
  const list = at < 0 ? '' : (text.slice(at).split(/^(?:\*\*|```|#)/m)[0] ?? '')
  return Array.from(list.replaceAll(/\([^)]*\)/g, '').matchAll(/\d+/g), ([number]) => Number(number))
}

/** Each request with the answer behind it. */
function readExamples(text: string): Example[] {
  const blocks = Array.from(text.matchAll(BLOCK), ([, kind = '', content = '']) => ({ kind, content }))
  return blocks.flatMap(({ kind, content }, at) => {
    if (kind !== 'http' || content.startsWith('HTTP/')) return []
    const answer = blocks[at + 1]
    if (answer === undefined) throw new Error(`there is no answer to ${content}`)
    return [{ request: content, answer: answer.content, kind: answer.kind }]
  })
}
