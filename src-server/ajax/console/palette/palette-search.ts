import { paletteSearch } from '../../../contract/actions/palette.ts'
import { implement } from '../implement.ts'

export const paletteSearchAction = implement(paletteSearch, async ({ actor, services }, { text }) => ({
  rows: await services.palette.search(actor, text),
}))
