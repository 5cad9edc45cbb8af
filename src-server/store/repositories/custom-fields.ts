import type { Scope } from '../../domain/access/scope.ts'
import type { CustomField } from '../../domain/grouping/custom-field.ts'

export interface CustomFieldRepository {
  insert(field: Omit<CustomField, 'id'>): Promise<CustomField>
  find(id: number): Promise<CustomField | undefined>
  /** In the order of creation. */
  ofOwner(ownerId: number): Promise<CustomField[]>
  /** The fields of the owners whose applications are in the scope; for an agent, of the owners it works for. */
  inScope(scope: Scope): Promise<CustomField[]>
  update(id: number, change: Partial<Omit<CustomField, 'id' | 'ownerId'>>): Promise<CustomField | undefined>
  delete(id: number): Promise<void>
}
