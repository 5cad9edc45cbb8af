import type { Clock, Random } from '../../contract/ports.ts'
import type { Steward } from '../../copies/stewardship.ts'
import { claimOf } from '../../domain/outbox/claim.ts'
import type { OutboxRow } from '../../domain/outbox/message.ts'
import { parcelId } from '../../domain/outbox/parcel.ts'
import type { Store } from '../../store/store.ts'
import type { GivenUp } from './messenger-plan.ts'

interface Parts {
  readonly store: Store
  readonly steward: Steward
  readonly clock: Clock
  readonly random: Random
}

/** Messages that may leave together. */
interface Planned {
  readonly rows: readonly OutboxRow[]
  /** The id of an earlier attempt's parcel; empty for a first one. */
  readonly parcel: string
}

/** A parcel that leaves, and whether an earlier attempt may have arrived. */
export type Claimed<D> = D & { readonly id: string; readonly isRepeated: boolean }

/**
 * Stores which messages leave together, durably and before any leaves: after a crash the server knows what may have
 * arrived.
 * @param end called with each delivery that doesn't leave
 * @returns the parcels that leave
 */
export async function claimParcels<D extends Planned>(
  { store, steward, clock, random }: Parts,
  { deliveries, givenUp }: { readonly deliveries: readonly D[]; readonly givenUp: readonly GivenUp[] },
  end: (delivery: D) => void,
): Promise<readonly Claimed<D>[]> {
  const at = clock.now()
  const parcels = deliveries.map((one): Claimed<D> => {
    const isRepeated = one.parcel !== ''
    return { ...one, id: isRepeated ? one.parcel : parcelId(at, random.bytes(16)), isRepeated }
  })
  if (parcels.length + givenUp.length === 0) return parcels
  const claim = claimOf(steward.name, at)
  try {
    const missed = await store.write(
      async (unit) => {
        const gone = new Set<Claimed<D>>()
        for (const parcel of parcels) {
          const ids = parcel.rows.map(({ id }) => id)
          const isClaimed = parcel.isRepeated
            ? await unit.outbox.claimAgain(parcel.id, claim)
            : await unit.outbox.claim(ids, parcel.id, claim)
          if (!isClaimed) gone.add(parcel)
        }
        for (const { ids, error } of givenUp) await unit.outbox.bury(ids, error)
        return gone
      },
      // A power cut may take back the claim of a parcel that is stored already: the machine is gone with it.
      { durable: givenUp.length > 0 || parcels.some(({ isRepeated }) => !isRepeated), lane: 'row' },
    )
    for (const parcel of missed) end(parcel)
    return parcels.filter((parcel) => !missed.has(parcel))
  } catch (error) {
    for (const delivery of deliveries) end(delivery)
    throw error
  }
}
