import type { Scope } from '../../domain/access/scope.ts'
import type { Code } from '../../domain/code/code.ts'
import type { Device } from '../../domain/device/device.ts'

/**
 * An operation that moved all trading accounts of a server to the server's new name. Times are Unix seconds.
 */
export interface ServerRename {
  readonly id: number
  /** The developer whose trading accounts moved. null for those of all developers. */
  readonly ownerId: number | null
  readonly fromServer: string
  readonly toServer: string
  readonly byId: number
  readonly by: string
  readonly at: number
  readonly undoneBy: string
  readonly undoneAt: number | null
}

/**
 * An item that a rename moved, or a trial record that it replaced. For a trial record, `keyBefore` is already
 * on the new server.
 */
export interface ServerRenameItem {
  readonly appId: number
  /** `seat`: an account of a code with several seats, by the seat's id. */
  readonly kind: 'device' | 'code' | 'seat'
  readonly itemId: number
  readonly keyBefore: string
}

export interface CountedRename extends ServerRename {
  readonly accounts: number
  readonly codes: number
}

/** The trading accounts of a server, limited by owner and application. */
export interface ServerPlace {
  readonly server: string
  readonly ownerId: number | null
  readonly app: number | undefined
}

/** A code, or an account of a code with several seats. */
export interface ServerCode extends Pick<Code, 'id' | 'appId' | 'accountKey' | 'markcode' | 'revision'> {
  /** The id of the seat. */
  readonly seat: number | null
}

/** A code or a seat that goes to another trading account. */
export interface MovedCode {
  readonly code: ServerCode
  readonly to: string
}

export interface ServerRenameRepository {
  /** Trading accounts on a server, in the order of ids, after `afterId`. */
  devicesOn(place: ServerPlace, afterId: number, limit: number): Promise<Device[]>
  /**
   * Codes that were used for a trading account on a server or are bound to one, with `after` < id ≤ `upTo`,
   * in that order. No index holds the server, so the caller walks through all codes in slices.
   */
  codesOn(place: ServerPlace, slice: { readonly after: number; readonly upTo: number }): Promise<ServerCode[]>
  /** The existing codes or seats of these ids. */
  codesOf(kind: 'code' | 'seat', ids: readonly number[]): Promise<ServerCode[]>
  /**
   * Binds codes and seats to other trading accounts, from any address. A code has to be still at its revision. A seat
   * raises the revision of its code, which may have further seats on the same server.
   * @returns the number of codes and seats that moved
   */
  moveCodes(moves: readonly MovedCode[]): Promise<number>
  /** @returns the id of the rename */
  insert(rename: Omit<ServerRename, 'id' | 'undoneBy' | 'undoneAt'>): Promise<number>
  addItems(renameId: number, items: readonly ServerRenameItem[]): Promise<void>
  /** The items of a kind, in the order of ids, after `afterId`. */
  items(
    renameId: number,
    kind: ServerRenameItem['kind'],
    afterId: number,
    limit: number,
  ): Promise<ServerRenameItem[]>
  /** The newest first. */
  list(scope: Scope, limit: number): Promise<CountedRename[]>
  find(scope: Scope, id: number): Promise<ServerRename | undefined>
  /** @returns false when it was undone before */
  markUndone(id: number, by: string, at: number): Promise<boolean>
}
