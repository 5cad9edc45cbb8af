import { planUsage } from '../../../contract/actions/plans.ts'
import { implement } from '../implement.ts'

export const planUsageAction = implement(planUsage, ({ actor, services }) => services.plans.usage(actor))
