import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findAbsentDocuments } from './absent-documents.ts'
import { listFigures } from './list-figures.ts'
import { findMutualFeatures, findUpwardArrows } from './renderer-arrows.ts'
import { sameShapeShare, shapeOf } from './same-shape.ts'

const root = mkdtempSync(join(tmpdir(), 'figures-'))
afterAll(() => {
  rmSync(root, { recursive: true })
})

const lines = (names: readonly string[]): string =>
  names.map((name) => `const ${name} = read('${name}', 1)`).join('\n')

describe('same shape', () => {
  it('replaces names, texts and numbers, and keeps the form', () => {
    expect(shapeOf("  const total = sum(list, 12) + 'x'")).toBe('const _ = _(_, _) + _')
  })

  it('counts a run of six lines that another file has with other names', () => {
    const six = ['a', 'b', 'c', 'd', 'e', 'f']
    const one = { path: 'one.ts', text: lines(six) }
    const two = {
      path: 'two.ts',
      text: `${lines(six.map((name) => `${name}2`))}\nif (a > b) throw new Error()`,
    }
    expect(sameShapeShare([one, two])).toBeCloseTo(12 / 13)
  })

  it('ignores five equal lines, and a repetition inside one file', () => {
    const five = lines(['a', 'b', 'c', 'd', 'e'])
    expect(
      sameShapeShare([
        { path: 'one.ts', text: five },
        { path: 'two.ts', text: five },
      ]),
    ).toBe(0)
    expect(sameShapeShare([{ path: 'one.ts', text: `${five}\n${five}\n${five}` }])).toBe(0)
  })

  it('ignores imports', () => {
    const imports = "import {\n  a,\n  b,\n  c,\n  d,\n  e,\n} from './x.ts'\n"
    expect(
      sameShapeShare([
        { path: 'one.ts', text: imports },
        { path: 'two.ts', text: imports },
      ]),
    ).toBe(0)
  })
})

describe('imports between layers of the renderer', () => {
  const files = [
    { path: 'src-renderer/kit/list.ts', text: "import { x } from '../app/router.ts'" },
    {
      path: 'src-renderer/features/codes/a.ts',
      text: "import A from '../requests/A.vue'\nimport '../../ui/b.ts'",
    },
    { path: 'src-renderer/features/requests/b.ts', text: "const c = () => import('../codes/c.ts')" },
    { path: 'src-renderer/features/sales/d.ts', text: "import { c } from '../codes/c.ts'" },
  ]

  it('names a layer that imports a layer above it', () => {
    expect(findUpwardArrows(files)).toEqual(['kit > app'])
  })

  it('names two features that import each other', () => {
    expect(findMutualFeatures(files)).toEqual(['codes + requests'])
  })
})

it('names citations of absent documents, and numbers of issues', () => {
  mkdirSync(join(root, 'docs'))
  writeFileSync(join(root, 'docs/architecture.md'), '')
  // Joined here, so that this file itself cites nothing absent.
  const gone = `${['docs', 'gone'].join('/')}.md`
  const look = ['research', 'look'].join('/')
  const twelve = ['issue', 12].join(' ')
  const text = `see architecture.md, docs/architecture.md\nand ${gone}\n${look} and ${twelve}; LICENSE.md of a package`
  expect(findAbsentDocuments(root, [{ path: 'src-server/a.ts', text }])).toEqual([
    `src-server/a.ts:2 ${gone}`,
    `src-server/a.ts:3 ${look}`,
    `src-server/a.ts:3 ${twelve}`,
  ])
})

it('counts the hand-edited files of a worked example, and reports a missing example', () => {
  mkdirSync(join(root, 'tests/examples'), { recursive: true })
  writeFileSync(
    join(root, 'tests/examples/field.diff'),
    ['a/one.ts b/one.ts', 'a/drizzle/main/x.sql b/drizzle/main/x.sql']
      .map((of) => `diff --git ${of}\n`)
      .join(''),
  )
  const figures = new Map(listFigures(root, []).map(({ name, value }) => [name, value]))
  expect(figures.get('files for a field with a filter')).toBe(1)
  expect(figures.get('files for a console action')).toBe(Number.POSITIVE_INFINITY)
})
