import { zoneOffset } from '../../domain/alerts/zone-offset.ts'
import type { Unit } from '../../store/store.ts'

/** The clock of a person: minutes that it is ahead of UTC at a moment. */
export type PersonClock = (at: number) => number

/**
 * The clocks of persons for texts about times: the zone that they chose in the console, else the zone of the browser
 * that they last used, else the server's.
 */
export class PersonZones {
  readonly #server: PersonClock

  /** @param server minutes that the server's wall clock is ahead of UTC */
  constructor(server: PersonClock) {
    this.#server = server
  }

  async clockOf(unit: Unit, personId: number): Promise<PersonClock> {
    const preferences = await unit.preferences.find(personId)
    const zone = preferences?.time_zone ?? preferences?.seen_zone ?? ''
    return zone === '' ? this.#server : (at) => zoneOffset(zone, at)
  }
}
