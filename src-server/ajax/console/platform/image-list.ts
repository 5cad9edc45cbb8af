import { imageList } from '../../../contract/actions/platform.ts'
import { implement } from '../implement.ts'

export const imageListAction = implement(imageList, async ({ services }, { purpose }) => ({
  rows: await services.images.list(purpose),
}))
