import type { ServiceContext } from '../service-context.ts'
import { CustomFields } from './custom-fields.ts'
import { FieldRemoval } from './field-removal.ts'

type Deps = Pick<ServiceContext, 'store' | 'devices' | 'jobs' | 'clock'>

export type CustomFieldServices = ReturnType<typeof createCustomFieldServices>

/** Custom fields of trading accounts and codes. */
export function createCustomFieldServices(deps: Deps) {
  const removal = new FieldRemoval({ ...deps, registry: deps.devices })
  return { customFields: new CustomFields({ ...deps, removal }) }
}
