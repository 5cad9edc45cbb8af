import type { Scope } from '../../domain/access/scope.ts'

/** A record as the palette names it. */
export interface Found {
  readonly id: number
  readonly label: string
  /** The application it is in. */
  readonly appId: number | null
  readonly appName: string
}

/**
 * Records by the beginning of their names, in an actor's scope, the exact one first: answered from the indexes, so that
 * it costs the same however many there are.
 */
export interface PaletteRepository {
  /** Names that contain the text, and the application of that number: there are few enough. */
  applications(scope: Scope, text: string, limit: number): Promise<Found[]>
  codes(scope: Scope, text: string, limit: number): Promise<Found[]>
  /** By account, and by what it is labelled. */
  devices(scope: Scope, text: string, limit: number): Promise<Found[]>
  /** By user name and by QQ number. */
  accounts(scope: Scope, text: string, limit: number): Promise<Found[]>
  developers(text: string, limit: number): Promise<Found[]>
}
