/** The part of Markdown that the manuals use. */
export type Inline =
  | { readonly kind: 'text' | 'code' | 'strong' | 'emphasis'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string }

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'text'; readonly parts: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly numbered: boolean; readonly items: readonly (readonly Inline[])[] }
  | {
      readonly kind: 'table'
      readonly head: readonly (readonly Inline[])[]
      readonly rows: readonly (readonly (readonly Inline[])[])[]
    }

const HEADING = /^(#{1,4}) (.*)$/
const ITEM = /^\s*(?:[-*]|(\d+)\.) +(.*)$/
const FENCE = /^\s*```/
const INDENTED = /^ {4}/
const SPECIAL = /`([^`]+)`|\*\*([^*]+)\*\*|!?\[([^\]]*)\]\(([^)]*)\)|(?<![\w*])[_*]([^_*\s][^_*]*)[_*](?!\w)/g

export function readInline(text: string): Inline[] {
  const parts: Inline[] = []
  let end = 0
  const plain = (until: number) => {
    if (until > end) parts.push({ kind: 'text', text: text.slice(end, until) })
  }
  for (const found of text.matchAll(SPECIAL)) {
    plain(found.index)
    end = found.index + found[0].length
    const [whole, code, strong, label, to, emphasis] = found
    if (code !== undefined) parts.push({ kind: 'code', text: code })
    else if (strong !== undefined) parts.push({ kind: 'strong', text: strong.replaceAll('`', '') })
    else if (emphasis !== undefined) parts.push({ kind: 'emphasis', text: emphasis })
    // The pictures are not in the program.
    else if (label !== undefined && to !== undefined && !whole.startsWith('!'))
      parts.push({ kind: 'link', text: label.replaceAll('`', ''), to })
  }
  plain(text.length)
  return parts
}

export function readMarkdown(source: string): Block[] {
  const lines = source.split(/\r?\n/)
  const blocks: Block[] = []
  for (let at = 0; at < lines.length;) {
    const end = Math.max(at + 1, endOfBlock(lines, at))
    const block = blockOf(lines.slice(at, end))
    if (block !== undefined) blocks.push(block)
    at = end
  }
  return blocks
}

/** The first line after the block that begins at a line. */
function endOfBlock(lines: readonly string[], begin: number): number {
  const first = lines[begin] ?? ''
  const until = (ends: (line: string) => boolean) => {
    const length = lines.slice(begin + 1).findIndex(ends)
    return length === -1 ? lines.length : begin + 1 + length
  }
  if (FENCE.test(first)) return until((line) => FENCE.test(line)) + 1
  if (first.startsWith('|')) return until((line) => !line.startsWith('|'))
  if (HEADING.test(first) || first.trim() === '') return begin + 1
  if (ITEM.test(first)) return until((line) => line !== '' && !ITEM.test(line) && !/^\s/.test(line))
  if (INDENTED.test(first)) return until((line) => line.trim() !== '' && !INDENTED.test(line))
  return until(
    (line) =>
      line.trim() === '' || HEADING.test(line) || line.startsWith('|') || FENCE.test(line) || ITEM.test(line),
  )
}

function blockOf(lines: readonly string[]): Block | undefined {
  const [first = ''] = lines
  if (first.trim() === '' || first.startsWith('<!--')) return undefined
  const heading = HEADING.exec(first)
  if (heading !== null)
    return { kind: 'heading', level: heading[1]?.length ?? 1, text: plainText(heading[2] ?? '') }
  if (FENCE.test(first)) return { kind: 'code', text: lines.slice(1, -1).join('\n') }
  if (first.startsWith('|')) return readTable(lines)
  if (ITEM.test(first)) return readList(lines)
  if (INDENTED.test(first))
    return {
      kind: 'code',
      text: lines
        .map((line) => line.slice(4))
        .join('\n')
        .trimEnd(),
    }
  const parts = readInline(lines.join(' ').replaceAll(/\s+/g, ' '))
  return parts.length === 0 ? undefined : { kind: 'text', parts }
}

function readList(lines: readonly string[]): Block {
  const items: string[] = []
  for (const line of lines) {
    const item = ITEM.exec(line)
    if (item !== null) items.push(item[2] ?? '')
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  const numbered = ITEM.exec(lines[0] ?? '')?.[1] !== undefined
  return { kind: 'list', numbered, items: items.map((item) => readInline(item.trim())) }
}

/** A row without a first cell continues the row above. */
function readTable(lines: readonly string[]): Block {
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .replace(/^\||\|\s*$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  )
  const joined: string[][] = []
  for (const row of rows) {
    const above = joined.at(-1)
    if (row[0] === '' && above !== undefined && row.some((cell) => cell !== ''))
      joined[joined.length - 1] = above.map((cell, at) => `${cell} ${row[at] ?? ''}`.trim())
    else joined.push(row)
  }
  return {
    kind: 'table',
    head: head.map(readInline),
    rows: joined.map((row) => row.map(readInline)),
  }
}

/** A heading without its marks. */
function plainText(text: string): string {
  return readInline(text)
    .map((part) => part.text)
    .join('')
}

/** The anchor of a heading, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}
