import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { manualPage } from './manual.ts'

const bodyOf = (markdown: string): string =>
  /<main>\n([\s\S]*)\n {4}<\/main>/.exec(manualPage(markdown, 'en'))?.[1] ?? ''

it.each([
  ['## A title', '<h2>A title</h2>'],
  ['one\ntwo', '<p>one two</p>'],
  ['- one\n  goes on\n- two', '<ul><li>one goes on</li><li>two</li></ul>'],
  ['1. one\n2. two', '<ol><li>one</li><li>two</li></ol>'],
  [
    '| a | b |\n| - | - |\n| `x \\| y` | 2 |',
    '<table><tr><th>a</th><th>b</th></tr><tr><td><code>x | y</code></td><td>2</td></tr></table>',
  ],
  ['    npm run\n      serve', '<pre>npm run\n  serve</pre>'],
  ['```sh\n# no title\n\nx < y\n```', '<pre># no title\n\nx &lt; y</pre>'],
  ['**Settings** in [the manual](other#y)', '<p><strong>Settings</strong> in the manual</p>'],
  ['`a**b**` <script>', '<p><code>a**b**</code> &lt;script&gt;</p>'],
])('%j', (markdown, html) => {
  expect(bodyOf(markdown)).toBe(html)
})

it.each(['docs/operators.md', 'docs/zh-CN/operators.md'])('has every heading of %s, and no marks', (path) => {
  const markdown = readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
  const html = bodyOf(markdown)
  const titles = markdown.replace(/^```[\s\S]*?^```$/gm, '').match(/^#{1,4} .*$/gm) ?? []
  expect(html.match(/<h[1-4]>/g)).toHaveLength(titles.length)
  expect(html.replace(/<(pre|code)>[\s\S]*?<\/\1>/g, '')).not.toMatch(/\*\*|^\||\]\(/m)
})

it('runs no script and asks for nothing from the network', () => {
  expect(manualPage('# x', 'zh-CN')).toContain(`content="default-src 'none'; style-src 'self';`)
  expect(manualPage('# x', 'zh-CN')).toContain('<html lang="zh-CN">')
})
