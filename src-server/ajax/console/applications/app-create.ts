import { appCreate } from '../../../contract/actions/applications.ts'
import { implement } from '../implement.ts'

export const appCreateAction = implement(appCreate, ({ actor, services }, { name }) =>
  services.applications.create(actor, name),
)
