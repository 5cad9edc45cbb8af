import { dirname, join } from 'node:path/posix'
import type { SourceFile } from './source-files.ts'

const ROOT = 'src-renderer/'
/** From the top down. A folder imports only from the folders after it. */
const FLOORS = ['app', 'features', 'subjects', 'kit', 'ui', 'api', 'i18n', 'host']
const IMPORT = /(?:from\s+|import\s+|import\(\s*)'(\.[^']+)'/g

interface Import {
  readonly from: string
  readonly to: string
}

/** Pairs of layers of which the lower one imports the upper one, as `kit > app`. */
export function findUpwardArrows(files: readonly SourceFile[]): readonly string[] {
  const arrows = importsOf(files)
    .map(({ from, to }) => ({ from: floorOf(from), to: floorOf(to) }))
    .filter(({ from, to }) => from !== to && levelOf(from) > levelOf(to) && levelOf(to) >= 0)
    .map(({ from, to }) => `${from} > ${to}`)
  return [...new Set(arrows)]
}

/** Features that import each other, as `codes + requests`. */
export function findMutualFeatures(files: readonly SourceFile[]): readonly string[] {
  const pairs = new Set(
    importsOf(files)
      .map(({ from, to }) => ({ from: featureOf(from), to: featureOf(to) }))
      .filter(({ from, to }) => from !== '' && to !== '' && from !== to)
      .map(({ from, to }) => `${from} + ${to}`),
  )
  return [...pairs].filter((pair) => {
    const [one = '', other = ''] = pair.split(' + ')
    return one < other && pairs.has(`${other} + ${one}`)
  })
}

function importsOf(files: readonly SourceFile[]): readonly Import[] {
  return files
    .filter(({ path }) => path.startsWith(ROOT))
    .flatMap(({ path, text }) =>
      [...text.matchAll(IMPORT)].map(([, to = '']) => ({
        from: path.slice(ROOT.length),
        to: join(dirname(path), to).slice(ROOT.length),
      })),
    )
}

function floorOf(path: string): string {
  return path.split('/')[0] ?? ''
}

function levelOf(floor: string): number {
  return FLOORS.indexOf(floor)
}

function featureOf(path: string): string {
  const [floor, feature] = path.split('/')
  return floor === 'features' ? (feature ?? '') : ''
}
