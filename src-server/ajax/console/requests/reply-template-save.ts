import { replyTemplateSave } from '../../../contract/actions/requests.ts'
import { implement } from '../implement.ts'

export const replyTemplateSaveAction = implement(replyTemplateSave, ({ actor, services }, { id, ...text }) =>
  services.replyTemplates.save(actor, id, text),
)
