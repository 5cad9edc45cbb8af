import type { AllocationRecord } from '../../contract/records/sale.ts'
import type { Allocation } from '../../domain/sales/allocation.ts'
import { onWire } from '../../contract/spelling.ts'
import type { NamedAllocation } from '../../store/repositories/allocations.ts'

export function allocationRecord({ agentId, parentId, appId, ...rest }: NamedAllocation): AllocationRecord {
  return {
    ...onWire<Omit<AllocationRecord, 'agent' | 'parent' | 'app'>>(rest),
    agent: agentId,
    parent: parentId,
    app: appId,
  }
}

/** The allocation as the audit log names it: its agent and its worth. */
export function allocationSubject(allocation: Allocation): {
  readonly kind: 'allocation'
  readonly id: number
  readonly label: string
} {
  const { id, type, unit, amount } = allocation
  const worth = [type, amount, unit].filter((part) => part !== null).join(' ')
  return { kind: 'allocation', id, label: `#${id} ${worth}` }
}
