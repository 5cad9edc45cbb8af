import type { ServiceContext } from '../service-context.ts'
import { Business } from './business.ts'

export type BusinessServices = ReturnType<typeof createBusinessServices>

/** The figures of the business: what is sold, renewed and left. */
export function createBusinessServices(deps: Pick<ServiceContext, 'store' | 'clock' | 'utcOffset'>) {
  return { business: new Business(deps) }
}
