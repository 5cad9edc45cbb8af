import { appCreate } from '../../../contract/actions/applications.ts'
import { implement } from '../implement.ts'

export const appCreateAction = implement(appCreate, async ({ actor, services }, { name }) => {
  const { id, appkey, rc4Key } = await services.applications.create(actor, name)
  return { app: id, appkey, rc4_key: rc4Key }
})
