import { profileGet } from '../../../contract/actions/security.ts'
import { implement } from '../implement.ts'

export const profileGetAction = implement(profileGet, ({ services, actor }) => services.ownProfile.get(actor))
