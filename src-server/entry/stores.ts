import type { SignatureLog } from '../store/signature-log.ts'
import type { Store } from '../store/store.ts'
import type { TelemetryStore } from '../store/telemetry-store.ts'

/** Learns of incidents that are seen outside of the stores. */
export interface IncidentWatch {
  /** Explains the refusal of a start whose first reads failed. @returns the error itself where the storage isn't the reason */
  refusalOf(error: unknown): unknown
  /** Notes the damage that an error shows. @returns the error for the caller */
  failureOf(error: unknown): Error
  /** An unexpected error ends the program. */
  faulted(error: unknown): void
}

/** Everything that the server stores, of either engine. */
export interface Stores {
  readonly store: Store
  readonly telemetry: TelemetryStore
  readonly signatureLog: SignatureLog
  readonly watch: IncidentWatch
  close(): Promise<void>
}

/** Closes all of them, also after an error of one, and then gives the folder back. */
export async function closeStores(
  { store, telemetry, signatureLog }: Pick<Stores, 'store' | 'telemetry' | 'signatureLog'>,
  release: () => void,
): Promise<void> {
  try {
    await store.close()
  } finally {
    signatureLog.close()
    // An error of the store must not keep the telemetry store open.
    await telemetry.close().finally(release)
  }
}
