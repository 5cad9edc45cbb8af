import { replyTemplateDelete } from '../../../contract/actions/requests.ts'
import { implement } from '../implement.ts'

export const replyTemplateDeleteAction = implement(
  replyTemplateDelete,
  async ({ actor, services }, { id }) => {
    await services.replyTemplates.delete(actor, id)
    return {}
  },
)
