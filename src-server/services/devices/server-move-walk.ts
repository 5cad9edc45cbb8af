import type { Device } from '../../domain/device/device.ts'
import { serverOf } from '../../contract/account-key.ts'
import { onServer } from '../../domain/device/server-name.ts'
import type {
  ServerCode,
  ServerPlace,
  ServerRename,
  ServerRenameItem,
} from '../../store/repositories/server-renames.ts'
import type { Unit } from '../../store/store.ts'
import { breathe } from '../codes/code-walk.ts'
import { slicesOf } from '../../store/slices-of.ts'
import { tradingAccountOf, type ServerMover } from './server-move.ts'

/** Trading accounts handled before other calls are served. */
const SLICE = 500
/** Code ids handled before other calls are served. */
const CODES_IN_SLICE = 10_000

/** Moves everything on a server. @param keep stores what moves, and what it replaces */
export async function moveForward(
  mover: ServerMover,
  unit: Unit,
  place: ServerPlace & { readonly to: string },
  keep: (item: ServerRenameItem) => Promise<void>,
): Promise<void> {
  await noteOccupied(mover, unit, { ...place, server: place.to })
  await walkDevices(unit, place, async (devices) => {
    for (const device of devices) {
      const went = mover.device(device)
      if (went === undefined) continue
      if (went.replaced !== undefined) await keep(itemOf(went.replaced))
      await keep(itemOf(device))
    }
    await mover.write()
  })
  await walkCodes(unit, place, async (found) => {
    const codes = (await mover.hold(found)).filter(
      (code) => serverOf(tradingAccountOf(code) ?? '') === place.server,
    )
    await mover.look(codes)
    for (const code of codes) {
      const went = mover.code(code)
      if (went === undefined || 'withRecord' in went) continue
      if (went.replaced !== undefined) await keep(itemOf(went.replaced))
      const { appId, id, seat } = code
      const item =
        seat === null ? { kind: 'code' as const, itemId: id } : { kind: 'seat' as const, itemId: seat }
      await keep({ ...item, appId, keyBefore: went.key })
    }
    await mover.write()
  })
}

/** Moves back what a rename moved and what is still under its new key. */
export async function moveBack(mover: ServerMover, unit: Unit, rename: ServerRename): Promise<void> {
  const place = { ownerId: rename.ownerId, app: undefined }
  await noteOccupied(mover, unit, { ...place, server: rename.fromServer })
  await walkItems(unit, rename.id, 'device', (items) => moveDevicesBack(mover, unit, rename, items))
  for (const kind of ['code', 'seat'] as const)
    await walkItems(unit, rename.id, kind, (items) => moveCodesBack(mover, unit, rename, kind, items))
  await walkCodes(unit, { ...place, server: rename.toServer }, (codes) => {
    for (const code of codes) mover.following(code)
  })
}

async function moveDevicesBack(
  mover: ServerMover,
  unit: Unit,
  { toServer }: ServerRename,
  items: readonly ServerRenameItem[],
): Promise<void> {
  const devices = await unit.devices.ofIds(items.map(({ itemId }) => itemId))
  const there = new Map(devices.map((device) => [device.id, device]))
  for (const { itemId, appId, keyBefore } of items) {
    const device = there.get(itemId)
    const stay = (reason: 'replaced' | 'gone' | 'moved') => {
      mover.stay('device', itemId, appId, keyBefore, reason)
    }
    if (serverOf(keyBefore) === toServer) stay('replaced')
    else if (device === undefined) stay('gone')
    else if (device.accountKey !== onServer(keyBefore, toServer)) stay('moved')
    else mover.device(device)
  }
  await mover.write()
}

async function moveCodesBack(
  mover: ServerMover,
  unit: Unit,
  { toServer }: ServerRename,
  kind: 'code' | 'seat',
  items: readonly ServerRenameItem[],
): Promise<void> {
  const ids = items.map(({ itemId }) => itemId)
  const codes = await mover.hold(await unit.serverRenames.codesOf(kind, ids))
  const there = new Map(codes.map((code) => [code.seat ?? code.id, code]))
  await mover.look(codes)
  for (const { itemId, appId, keyBefore } of items) {
    const code = there.get(itemId)
    if (code === undefined) {
      mover.stay('code', itemId, appId, keyBefore, 'gone')
    } else if (tradingAccountOf(code) !== onServer(keyBefore, toServer)) {
      mover.stay('code', code.id, appId, keyBefore, 'moved')
    } else {
      const went = mover.code(code)
      if (went !== undefined && 'withRecord' in went)
        mover.stay('code', code.id, appId, keyBefore, 'taken', went.withRecord)
    }
  }
  await mover.write()
}

async function noteOccupied(mover: ServerMover, unit: Unit, place: ServerPlace): Promise<void> {
  await walkDevices(unit, place, (devices) => {
    mover.occupied({ devices, codes: [] })
  })
  await walkCodes(unit, place, (codes) => {
    mover.occupied({ devices: [], codes })
  })
}

async function walkDevices(
  unit: Unit,
  place: ServerPlace,
  each: (devices: readonly Device[]) => Promise<void> | void,
): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const devices: Device[] = await unit.serverRenames.devicesOn(place, after, SLICE)
    await each(devices)
    after = devices.length < SLICE ? undefined : devices.at(-1)?.id
    await breathe()
  }
}

async function walkCodes(
  unit: Unit,
  place: ServerPlace,
  each: (codes: readonly ServerCode[]) => Promise<void> | void,
): Promise<void> {
  const last = await unit.codes.lastId()
  for (let after = 0; after < last; after += CODES_IN_SLICE) {
    const codes = await unit.serverRenames.codesOn(place, { after, upTo: after + CODES_IN_SLICE })
    for (const some of slicesOf(codes, SLICE)) {
      await each(some)
      await breathe()
    }
    await breathe()
  }
}

async function walkItems(
  unit: Unit,
  renameId: number,
  kind: ServerRenameItem['kind'],
  each: (items: readonly ServerRenameItem[]) => Promise<void>,
): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const items: ServerRenameItem[] = await unit.serverRenames.items(renameId, kind, after, SLICE)
    await each(items)
    after = items.length < SLICE ? undefined : items.at(-1)?.itemId
    await breathe()
  }
}

function itemOf({ id: itemId, appId, accountKey: keyBefore }: Device): ServerRenameItem {
  return { appId, kind: 'device', itemId, keyBefore }
}
