import { imageDelete } from '../../../contract/actions/platform.ts'
import { implement } from '../implement.ts'

export const imageDeleteAction = implement(imageDelete, async ({ actor, services }, { id }) => {
  await services.images.delete(actor, id)
  return {}
})
