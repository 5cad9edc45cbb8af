import { join } from 'node:path'
import type { Clock, Log } from '../../contract/ports.ts'
import { StorageFailure } from '../../contract/storage-failure.ts'
import { MAIN_DATABASE } from '../backup-store.ts'
import { SOUND, type Incident, type StorageCondition } from '../storage-condition.ts'
import { readIncidents, writeIncidents, type Incidents } from './incident-file.ts'
import { codeOf, isDiskFull, isHeld, isUnreadable, refusalOf } from './refusal.ts'

interface Parts {
  /** The data folder. */
  readonly folder: string
  readonly clock: Clock
  readonly log: Log
}

/** A lock that another program holds for less than this is no event, milliseconds. */
const WORTH_SAYING_MS = 250
/** Incidents that nobody has to repair are shown so long, seconds. */
const SHOWN_SECONDS = 7 * 86_400

/** The condition of the data, as the errors of SQLite show it. */
export class StorageWatch implements StorageCondition {
  readonly #parts: Parts
  #incidents: Incidents
  #heldSince: number | undefined
  #heldFromMs: number | undefined
  #refused = 0
  #callback: () => void = () => undefined

  constructor(parts: Parts) {
    this.#parts = parts
    this.#incidents = readIncidents(parts.folder)
  }

  get damage(): Incident | undefined {
    return this.#incidents.damage
  }

  get telemetryRenewed(): Incident | undefined {
    return this.#recent(this.#incidents.telemetryRenewed)
  }

  get fault(): Incident | undefined {
    return this.#recent(this.#incidents.fault)
  }

  get heldSince(): number | undefined {
    return this.#heldSince
  }

  onChange(callback: () => void): void {
    this.#callback = callback
  }

  /** Notes the damage that an error shows. @returns the error for the caller */
  failureOf(error: unknown): Error {
    if (error instanceof StorageFailure) return error
    if (isDiskFull(error)) return new StorageFailure('full', error)
    if (isHeld(error)) return new StorageFailure('held', error)
    if (isUnreadable(error)) {
      this.damaged(codeOf(error))
      return new StorageFailure('damaged', error)
    }
    return error instanceof Error ? error : new Error(String(error))
  }

  damaged(what: string): void {
    if (this.#incidents.damage !== undefined) return
    this.#parts.log.error('storage.damaged', new Error(what))
    this.#put({ damage: this.#incident(what) })
  }

  checked(verdict: string): void {
    if (verdict !== SOUND) this.damaged(verdict)
    else if (this.#incidents.damage !== undefined) {
      this.#parts.log.info('storage.sound')
      this.#put({ damage: undefined })
    }
  }

  /** Why a start is refused whose first reads failed. Damage there needs a person. */
  refusalOf(error: unknown): unknown {
    if (!(error instanceof StorageFailure)) return error
    return refusalOf(join(this.#parts.folder, MAIN_DATABASE), error.cause)
  }

  /** @param kept the name of the file that was set aside */
  renewedTelemetry(kept: string, why: string): void {
    this.#parts.log.error('telemetry.renewed', new Error(why), { kept })
    this.#put({ telemetryRenewed: this.#incident(`${kept}: ${why}`) })
  }

  faulted(error: unknown): void {
    this.#put({ fault: this.#incident(error instanceof Error ? error.name : typeof error) })
  }

  /** A try to get the write lock failed because another program holds it. @param nowMs of a steady clock */
  held(nowMs: number): void {
    this.#heldFromMs ??= nowMs
    if (this.#heldSince !== undefined || nowMs - this.#heldFromMs < WORTH_SAYING_MS) return
    this.#heldSince = this.#parts.clock.now()
    this.#parts.log.warn('storage.held')
    this.#callback()
  }

  /** A call was refused because of the lock. */
  refused(): void {
    this.#refused++
  }

  /** The disk did not flush a commit. */
  unflushed(error: unknown): void {
    this.#parts.log.error('storage.unflushed', error)
  }

  /** This process has the write lock again. */
  free(nowMs: number): void {
    if (this.#heldFromMs === undefined) return
    const ms = Math.round(nowMs - this.#heldFromMs)
    const refused = this.#refused
    this.#heldFromMs = undefined
    this.#refused = 0
    if (this.#heldSince === undefined) return
    this.#heldSince = undefined
    this.#parts.log.warn('storage.free', { held_ms: ms, refused })
    this.#callback()
  }

  #recent(incident: Incident | undefined): Incident | undefined {
    if (incident === undefined) return undefined
    return this.#parts.clock.now() - incident.at < SHOWN_SECONDS ? incident : undefined
  }

  #incident(what: string): Incident {
    return { at: this.#parts.clock.now(), what }
  }

  #put(change: Incidents): void {
    this.#incidents = { ...this.#incidents, ...change }
    try {
      writeIncidents(this.#parts.folder, this.#incidents)
    } catch (error) {
      // The incident is known until this process ends.
      this.#parts.log.error('storage.incident', error)
    }
    this.#callback()
  }
}
