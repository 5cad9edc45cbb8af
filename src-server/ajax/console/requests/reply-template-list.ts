import { replyTemplateList } from '../../../contract/actions/requests.ts'
import { implement } from '../implement.ts'

export const replyTemplateListAction = implement(replyTemplateList, async ({ actor, services }) => ({
  rows: await services.replyTemplates.list(actor),
}))
