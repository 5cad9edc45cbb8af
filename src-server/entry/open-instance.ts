import type { Log } from '../contract/ports.ts'
import type { Copies } from '../copies/copies.ts'
import type { InstanceSwitch } from './instance-switch.ts'
import type { Stores } from './stores.ts'
import { openServerInstance, type InstanceParts, type ServerInstance } from './server-instance.ts'

interface Opening {
  readonly openStores: () => Promise<Stores>
  readonly copies: Copies
}

/** Opens the stores and an instance over them. Closes the stores again where the instance can't be created. */
export async function openInstance(parts: InstanceParts, opening: Opening): Promise<ServerInstance> {
  const stores = await opening.openStores()
  const copy = opening.copies.join(parts.log)
  try {
    return await openServerInstance(parts, stores, copy)
  } catch (error) {
    // The first error is the cause: an error of closing must not hide it.
    await copy.leave().catch(() => undefined)
    await stores.close().catch(() => undefined)
    throw stores.watch.refusalOf(error)
  }
}

export async function swapInstance(
  instances: InstanceSwitch,
  instanceParts: InstanceParts,
  parts: Opening & {
    readonly log: Log
    /** Called when a restore can't be finished. */
    readonly restoreFailed: (error: unknown) => void
  },
): Promise<void> {
  try {
    await instances.swap(() => openInstance(instanceParts, parts))
    instances.current.loaded.catch(parts.restoreFailed)
    parts.log.info('server.restored')
  } catch (error) {
    parts.log.error('server.restore', error)
    parts.restoreFailed(error)
  }
}
