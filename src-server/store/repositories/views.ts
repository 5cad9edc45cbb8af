import type { Preferences } from '../../contract/records/preferences.ts'

/** Filters, order and columns of a list that a person saved under a name. */
export interface SavedView {
  readonly id: number
  /** The person's own id, not the employer's. */
  readonly operatorId: number
  readonly list: string
  readonly name: string
  readonly query: Readonly<Record<string, string>>
  readonly columns: readonly string[]
  readonly createdAt: number
}

export interface ViewRepository {
  /** A person's views of a list, by name. */
  list(operatorId: number, list: string): Promise<SavedView[]>
  findByName(operatorId: number, list: string, name: string): Promise<SavedView | undefined>
  count(operatorId: number): Promise<number>
  /** Replaces a view of the same person, list and name, and keeps its id. */
  save(view: Omit<SavedView, 'id'>): Promise<SavedView>
  /** @returns the deleted view, or undefined when the person has no such view */
  delete(operatorId: number, id: number): Promise<SavedView | undefined>
}

export interface PreferencesRepository {
  /** @param operatorId the person's own id, not the employer's. @returns undefined before their first change */
  find(operatorId: number): Promise<Preferences | undefined>
  set(operatorId: number, document: Preferences, updatedAt: number): Promise<void>
}
