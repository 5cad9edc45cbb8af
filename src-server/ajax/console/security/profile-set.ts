import { profileSet } from '../../../contract/actions/security.ts'
import { implement } from '../implement.ts'

export const profileSetAction = implement(profileSet, ({ services, actor }, change) =>
  services.ownProfile.set(actor, change),
)
