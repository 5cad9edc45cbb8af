import type { Scope } from '../../domain/access/scope.ts'

/** A record as the command palette shows it. */
export interface Found {
  readonly id: number
  readonly label: string
  /** The application of the record. */
  readonly appId: number | null
  readonly appName: string
}

/**
 * Finds records in an actor's scope by the beginning of their names, the exact match first. The indexes
 * answer it, so the cost doesn't depend on the number of records.
 */
export interface PaletteRepository {
  /**
   * Finds the applications whose name contains the text, and the one with that number. There are few enough
   * applications for this.
   */
  applications(scope: Scope, text: string, limit: number): Promise<Found[]>
  codes(scope: Scope, text: string, limit: number): Promise<Found[]>
  /** By account key and by label. */
  devices(scope: Scope, text: string, limit: number): Promise<Found[]>
  /** By user name and by QQ number. */
  accounts(scope: Scope, text: string, limit: number): Promise<Found[]>
  developers(text: string, limit: number): Promise<Found[]>
}
