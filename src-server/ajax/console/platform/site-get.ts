import { siteGet } from '../../../contract/actions/platform.ts'
import { implement } from '../implement.ts'

export const siteGetAction = implement(
  siteGet,
  async ({ services }) => services.platformSettings.current.site,
)
