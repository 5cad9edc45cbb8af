/**
 * The manual inside the desktop: docs/operators.md as one page. It knows the part of Markdown that these
 * documents use: headings, paragraphs, lists, tables, code, links and strong words.
 */

const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'"

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Nothing inside of code is a mark. Other documents and web pages are not in the program, so links are words. */
function inline(text: string): string {
  const codes: string[] = []
  const marked = text.replace(/`([^`]+)`/g, (_match, code: string) => `\u0000${codes.push(code) - 1}\u0000`)
  return escaped(marked)
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\u0000(\d+)\u0000/g, (_match, at: string) => `<code>${escaped(codes[Number(at)] ?? '')}</code>`)
}

function cells(row: string): string[] {
  // A bar inside a cell is written \|.
  return row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => inline(cell.trim().replaceAll('\\|', '|')))
}

function table([head = '', , ...rows]: readonly string[]): string {
  const line = (tag: 'th' | 'td', row: string): string =>
    `<tr>${cells(row)
      .map((cell) => `<${tag}>${cell}</${tag}>`)
      .join('')}</tr>`
  return `<table>${line('th', head)}${rows.map((row) => line('td', row)).join('')}</table>`
}

const ITEM = /^(?:[-*]|\d+\.) /

function list(lines: readonly string[]): string {
  const items: string[] = []
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''))
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  const tag = /^\d/.test(lines[0] ?? '') ? 'ol' : 'ul'
  return `<${tag}>${items.map((item) => `<li>${inline(item)}</li>`).join('')}</${tag}>`
}

function block(lines: readonly string[]): string {
  const [first = ''] = lines
  const [, marks, title = ''] = /^(#{1,4}) (.*)$/.exec(first) ?? []
  if (marks !== undefined) return `<h${marks.length}>${inline(title)}</h${marks.length}>`
  if (first.startsWith('|')) return table(lines)
  if (ITEM.test(first)) return list(lines)
  if (/^ {4}/.test(first)) return `<pre>${lines.map((line) => escaped(line.slice(4))).join('\n')}</pre>`
  return `<p>${inline(lines.join(' '))}</p>`
}

/** Paragraphs and such, split at empty lines; a fenced part is one block whatever is in it. */
function blocks(markdown: string): string[] {
  const parts = markdown.split(/^```[a-z]*\n([\s\S]*?)^```$/m)
  return parts.flatMap((part, index) => {
    if (index % 2 === 1) return [`<pre>${escaped(part.trimEnd())}</pre>`]
    return part
      .split(/\n\s*\n/)
      .filter((text) => text.trim() !== '')
      .map((text) => block(text.replace(/^\n+|\n+$/g, '').split('\n')))
  })
}

/** @param language of the page, `en` or `zh-CN` */
export function manualPage(markdown: string, language: string): string {
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
    <meta name="color-scheme" content="light dark" />
    <title>Pulsekey</title>
    <link rel="stylesheet" href="server-down.css" />
  </head>
  <body class="manual">
    <main>
${blocks(markdown).join('\n')}
    </main>
  </body>
</html>
`
}
