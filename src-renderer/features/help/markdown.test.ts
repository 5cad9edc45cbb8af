import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SCREENS } from '../../app/screens.ts'
import { LOCALES } from '../../i18n/locales.ts'
import en from '../../i18n/en/help.json'
import zh from '../../i18n/zh-CN/help.json'
import { anchorOf, readInline, readMarkdown } from './markdown.ts'

const DOCS = join(import.meta.dirname, '../../../docs')
const FOLDERS = { en: DOCS, 'zh-CN': join(DOCS, 'zh-CN') }
const TEXTS = { en, 'zh-CN': zh }

describe('a manual', () => {
  it('has headings, texts, code, lists and tables', () => {
    const source = [
      '# One `two`',
      '',
      'A text that goes on',
      'in **Settings** and `--data DIR` ([desktop](desktop.md#a)).',
      '',
      '    npm run serve',
      '    -- --port 1',
      '',
      '- first',
      '  and more',
      '- second',
      '',
      '| a | b |',
      '| - | - |',
      '| x | y |',
      '|   | z |',
    ].join('\n')
    expect(readMarkdown(source)).toEqual([
      { kind: 'heading', level: 1, text: 'One two' },
      {
        kind: 'text',
        parts: [
          { kind: 'text', text: 'A text that goes on in ' },
          { kind: 'strong', text: 'Settings' },
          { kind: 'text', text: ' and ' },
          { kind: 'code', text: '--data DIR' },
          { kind: 'text', text: ' (' },
          { kind: 'link', text: 'desktop', to: 'desktop.md#a' },
          { kind: 'text', text: ').' },
        ],
      },
      { kind: 'code', text: 'npm run serve\n-- --port 1' },
      {
        kind: 'list',
        numbered: false,
        items: [[{ kind: 'text', text: 'first and more' }], [{ kind: 'text', text: 'second' }]],
      },
      {
        kind: 'table',
        head: [[{ kind: 'text', text: 'a' }], [{ kind: 'text', text: 'b' }]],
        rows: [[[{ kind: 'text', text: 'x' }], [{ kind: 'text', text: 'y z' }]]],
      },
    ])
  })

  it('keeps underscores in names, and leaves pictures out', () => {
    expect(readInline('close_all and pause_open')).toEqual([
      { kind: 'text', text: 'close_all and pause_open' },
    ])
    expect(readInline('![A](pictures/a.png)')).toEqual([])
  })

  it('has anchors as its own links name them', () => {
    expect(anchorOf('Keys and passwords at rest')).toBe('keys-and-passwords-at-rest')
    expect(anchorOf("The customers' page")).toBe('the-customers-page')
    expect(anchorOf('外网能访问到吗？')).toBe('外网能访问到吗')
  })
})

describe.each(LOCALES)('the help in %s', (locale) => {
  const texts = TEXTS[locale]
  const headings = (doc: string) =>
    readMarkdown(readFileSync(join(FOLDERS[locale], `${doc}.md`), 'utf8')).flatMap((block) =>
      block.kind === 'heading' ? block.text : [],
    )

  it('has every manual that it names', () => {
    const files = readdirSync(FOLDERS[locale])
    for (const doc of Object.keys(texts.doc)) expect(files).toContain(`${doc}.md`)
  })

  it('names a chapter that exists for each screen', () => {
    const chapters: Readonly<Record<string, string>> = texts.chapter
    const wrong = Object.keys(SCREENS)
      .filter((screen) => screen !== 'help')
      .flatMap((screen) => {
        const [doc = '', heading = ''] = (chapters[screen] ?? '').split('#')
        return headings(doc || 'operators').includes(heading) ? [] : `${screen}: ${doc}#${heading}`
      })
    expect(wrong).toEqual([])
  })
})
