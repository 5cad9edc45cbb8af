import { viewSave } from '../../../contract/actions/views.ts'
import { implement } from '../implement.ts'

export const viewSaveAction = implement(viewSave, ({ actor, services }, view) =>
  services.savedViews.save(actor, view),
)
