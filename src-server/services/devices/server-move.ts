import type { ServerMove, StayingRecord, StayReason } from '../../contract/records/server-rename.ts'
import { parseAccountKey } from '../../domain/device/account-key.ts'
import type { Device } from '../../domain/device/device.ts'
import { isUntouched } from '../../domain/device/self-made.ts'
import { onServer } from '../../domain/device/server-name.ts'
import type { AccountMove } from '../../store/repositories/codes.ts'
import type { MovedCode, ServerCode } from '../../store/repositories/server-renames.ts'
import type { Unit, WriteUnit } from '../../store/store.ts'

const ROWS_SHOWN = 50
const STAYING_SHOWN = 500

/** How trading accounts move to another server. */
export interface Way {
  readonly to: string
  readonly replaceTrials: boolean
  /** Unix seconds. */
  readonly at: number
  /** The length of an application's trials. */
  trialSeconds(app: number): number
  lastPulse(deviceId: number): number | null
  /** Whether a terminal asked for a licence under this key and was refused. */
  wasRefused(app: number, accountKey: string): boolean
}

/** The records and codes under the new name before the move. */
export interface Occupied {
  readonly devices: readonly Device[]
  readonly codes: readonly ServerCode[]
}

/** The state of another key: free, free once a trial record is replaced, or taken. */
type Room = { readonly replaces?: Device } | { readonly taken: Device | undefined }

/** A code that moves, and the trial record that it replaces; or the record that it stays with. */
type WentCode =
  | { readonly key: string; readonly replaced: Device | undefined }
  | { readonly withRecord: Device }

interface Done {
  readonly moved: Device[]
  readonly removed: number[]
}

/** An application's part of a move. */
export interface Share {
  accounts: number
  codes: number
  replaced: number
}

/**
 * One move of many trading accounts and codes to another server: a preview or the real one. A preview has a unit that
 * reads, the real move has one that writes. Both decide by the same functions.
 */
export class ServerMover {
  readonly result: ServerMove = {
    accounts: 0,
    codes: 0,
    rows: [],
    replaced: 0,
    replacing: [],
    stay: 0,
    staying: [],
    refused: 0,
  }
  readonly shares = new Map<number, Share>()
  /** What memory has to follow at the commit. */
  readonly done: Done = { moved: [], removed: [] }
  readonly #way: Way
  readonly #unit: Unit
  readonly #writes: WriteUnit | undefined
  /** Keys of trading accounts that move, old and new: their codes move with them. */
  readonly #moving = new Set<string>()
  readonly #holders = new Map<string, Device>()
  /** Keys on the other server that codes are used for or bound to. */
  readonly #coded = new Set<string>()
  /** Accounts that stay under the keys of codes. */
  readonly #staying = new Map<string, Device>()
  /** Decided, and not yet written. */
  readonly #replaced: number[] = []
  readonly #moves: (AccountMove & Pick<Device, 'id'>)[] = []
  readonly #codeMoves: MovedCode[] = []

  constructor(way: Way, units: { readonly reads: Unit } | { readonly writes: WriteUnit }) {
    this.#way = way
    this.#unit = 'reads' in units ? units.reads : units.writes
    this.#writes = 'writes' in units ? units.writes : undefined
  }

  /** Reads the accounts and codes on the other server once: that costs less than a query for each key. */
  occupied({ devices, codes }: Occupied): void {
    for (const device of devices) this.#holders.set(nameOf(device.appId, device.accountKey), device)
    for (const code of codes) {
      const key = tradingAccountOf(code)
      if (key !== undefined) this.#coded.add(nameOf(code.appId, key))
    }
  }

  /** @returns the trial record that was replaced, if any; undefined where the account stays */
  device(device: Device): { readonly replaced: Device | undefined } | undefined {
    const { id, appId, accountKey, label } = device
    const key = onServer(accountKey, this.#way.to)
    const room = this.#roomAt(appId, key)
    if ('taken' in room) {
      this.stay('device', id, appId, accountKey, 'taken', room.taken)
      return undefined
    }
    this.#moving.add(nameOf(appId, accountKey)).add(nameOf(appId, key))
    const share = this.#shareOf(appId)
    this.result.accounts++
    share.accounts++
    if (this.#way.wasRefused(appId, key)) this.result.refused++
    if (this.result.rows.length < ROWS_SHOWN)
      this.result.rows.push({ id, app: appId, account_key: accountKey, label })
    this.#replace(room)
    this.#moves.push({ id, appId, from: accountKey, to: key })
    return { replaced: room.replaces }
  }

  /**
   * A code moves with its trading account. A code whose trading account has no record moves by itself.
   * `look` comes first.
   * @returns undefined where it stays
   */
  code(code: ServerCode): WentCode | undefined {
    const { id, appId } = code
    const key = tradingAccountOf(code)
    if (key === undefined) return undefined
    const to = onServer(key, this.#way.to)
    const follows = this.#moving.has(nameOf(appId, key))
    const own = follows ? undefined : this.#staying.get(nameOf(appId, key))
    if (own !== undefined) return { withRecord: own }
    const room: Room = follows ? {} : this.#roomAt(appId, to)
    if ('taken' in room) {
      this.stay('code', id, appId, key, 'taken', room.taken)
      return undefined
    }
    this.#replace(room)
    this.#codeMoves.push({ code, to })
    this.#shareOf(appId).codes++
    this.result.codes++
    return { key, replaced: room.replaces }
  }

  /** Reads the accounts of codes that move by themselves otherwise. Accounts have moved by now. */
  async look(codes: readonly ServerCode[]): Promise<void> {
    this.#staying.clear()
    for (const [app, own] of Map.groupBy(codes, ({ appId }) => appId)) {
      const keys = own
        .flatMap((code) => tradingAccountOf(code) ?? [])
        .filter((key) => !this.#moving.has(nameOf(app, key)))
      if (keys.length === 0) continue
      for (const device of await this.#unit.devices.findMany(app, keys))
        this.#staying.set(nameOf(app, device.accountKey), device)
    }
  }

  /**
   * Keeps codes as they are until the commit: a login may change them in a unit of its own. A preview only looks at them.
   * @returns the codes as they are now
   */
  async hold(found: readonly ServerCode[]): Promise<readonly ServerCode[]> {
    if (this.#writes === undefined || found.length === 0) return found
    const { codes, serverRenames } = this.#writes
    await codes.hold([...new Set(found.map(({ id }) => id))])
    const ids = found.flatMap(({ id, seat }) => (seat === null ? id : []))
    const seats = found.flatMap(({ seat }) => seat ?? [])
    const now = [
      ...(await serverRenames.codesOf('code', ids)),
      ...(await serverRenames.codesOf('seat', seats)),
    ]
    const places = new Map(found.map(({ id, seat }, at) => [`${id} ${seat}`, at]))
    const placeOf = ({ id, seat }: ServerCode) => places.get(`${id} ${seat}`) ?? NaN
    return now.sort((a, b) => placeOf(a) - placeOf(b))
  }

  /**
   * Writes what moves. An account takes its codes with it. A close command that waits stays: it is the same trading
   * account under another name.
   */
  async write(): Promise<void> {
    const unit = this.#writes
    const replaced = this.#replaced.splice(0)
    const moves = this.#moves.splice(0)
    const codes = this.#codeMoves.splice(0)
    if (unit === undefined) return
    if (replaced.length > 0) await unit.devices.deleteMany(replaced)
    this.done.removed.push(...replaced)
    for (const [app, own] of Map.groupBy(moves, ({ appId }) => appId)) {
      const moved = await unit.devices.move(own.map(({ id, to }) => ({ id, accountKey: to })))
      if (moved.length < own.length) throw new Error('a key was taken in the same unit of work')
      this.done.moved.push(...moved)
      const followed = await unit.codes.followAccounts(own)
      this.result.codes += followed
      this.#shareOf(app).codes += followed
    }
    if (codes.length > 0 && (await unit.serverRenames.moveCodes(codes)) < codes.length)
      throw new Error('a code changed that this unit of work holds')
  }

  /** Counts a code that moves with its trading account's record. It moves nothing itself: `device` does that. */
  following(code: ServerCode): void {
    const { appId, accountKey } = code
    if (this.#writes === undefined && accountKey !== '' && this.#moving.has(nameOf(appId, accountKey)))
      this.result.codes++
  }

  stay(
    kind: StayingRecord['kind'],
    id: number,
    app: number,
    accountKey: string,
    reason: StayReason,
    holder?: Device,
  ): void {
    this.result.stay++
    if (this.result.staying.length >= STAYING_SHOWN) return
    this.result.staying.push({
      kind,
      id,
      app,
      account_key: accountKey,
      reason,
      holder: holder === undefined ? null : this.#holderRecord(holder),
    })
  }

  #roomAt(app: number, key: string): Room {
    const name = nameOf(app, key)
    const holder = this.#holders.get(name)
    const isCoded = this.#coded.has(name)
    if (holder === undefined) return isCoded ? { taken: undefined } : {}
    const mayGo = this.#way.replaceTrials && !isCoded && this.#isUntouched(holder)
    return mayGo ? { replaces: holder } : { taken: holder }
  }

  #isUntouched(device: Device): boolean {
    return isUntouched(device, this.#way.trialSeconds(device.appId), this.#way.at)
  }

  #replace(room: { readonly replaces?: Device }): void {
    const { replaces: device } = room
    if (device === undefined) return
    const { id, appId, accountKey, license } = device
    this.#holders.delete(nameOf(appId, accountKey))
    this.result.replaced++
    this.#shareOf(appId).replaced++
    if (this.result.replacing.length < ROWS_SHOWN)
      this.result.replacing.push({
        id,
        app: appId,
        account_key: accountKey,
        license,
        last_pulse: this.#way.lastPulse(id),
      })
    this.#replaced.push(id)
  }

  #shareOf(app: number): Share {
    let share = this.shares.get(app)
    if (share === undefined) this.shares.set(app, (share = { accounts: 0, codes: 0, replaced: 0 }))
    return share
  }

  #holderRecord(device: Device): StayingRecord['holder'] {
    const { id, accountKey, license, vip } = device
    return {
      id,
      account_key: accountKey,
      license,
      vip,
      last_pulse: this.#way.lastPulse(id),
      replaceable: this.#isUntouched(device),
    }
  }
}

/** A key is unique within its application. */
function nameOf(app: number, accountKey: string): string {
  return `${app} ${accountKey}`
}

/** The trading account that a code is used for or bound to; undefined for a machine that is no trading account. */
export function tradingAccountOf({ accountKey, markcode }: ServerCode): string | undefined {
  const key = accountKey === '' ? markcode : accountKey
  return parseAccountKey(key) === key ? key : undefined
}
