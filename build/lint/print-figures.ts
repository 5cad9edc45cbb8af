import { join } from 'node:path'
import { listFigures } from './figures/list-figures.ts'
import { readSources } from './figures/source-files.ts'

/**
 * Prints the figures of the code. `--places` also names the places that each figure counts. Fails when a
 * figure exceeds its limit.
 */
const root = join(import.meta.dirname, '../..')
const withPlaces = process.argv.includes('--places')
const figures = listFigures(root, readSources(root, /\.(ts|vue|md|cjs|json|yml|css|html)$/))

for (const { name, value, most, aim, places = [] } of figures) {
  const isOver = value > most
  console.log(
    `${isOver ? 'over' : 'ok  '}  ${name.padEnd(36)} ${String(value).padStart(8)}  at most ${most}${aim === undefined ? '' : `, aim ${aim}`}`,
  )
  if (isOver || withPlaces)
    for (const place of places.slice(0, withPlaces ? undefined : 5)) console.log(`        ${place}`)
}
if (figures.some(({ value, most }) => value > most)) process.exitCode = 1
