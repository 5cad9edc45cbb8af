import type { Scope } from '../../domain/access/scope.ts'
import type { Code } from '../../domain/code/code.ts'
import type { Device } from '../../domain/device/device.ts'

/** An act that moved all trading accounts of a server to the server's new name. Times are Unix seconds. */
export interface ServerRename {
  readonly id: number
  /** The developer whose trading accounts moved; null for those of all developers. */
  readonly ownerId: number | null
  readonly fromServer: string
  readonly toServer: string
  readonly byId: number
  readonly by: string
  readonly at: number
  readonly undoneBy: string
  readonly undoneAt: number | null
}

/** What an act moved, or a trial record that it replaced: then `keyBefore` is on the new server. */
export interface ServerRenameItem {
  readonly appId: number
  readonly kind: 'device' | 'code'
  readonly itemId: number
  readonly keyBefore: string
}

export interface CountedRename extends ServerRename {
  readonly accounts: number
  readonly codes: number
}

/** Which applications' trading accounts. */
export interface ServerPlace {
  readonly server: string
  readonly ownerId: number | null
  readonly app: number | undefined
}

export type ServerCode = Pick<Code, 'id' | 'appId' | 'accountKey' | 'markcode' | 'revision'>

export interface ServerRenameRepository {
  /** Trading accounts on a server, in the order of ids, after `afterId`. */
  devicesOn(place: ServerPlace, afterId: number, limit: number): Promise<Device[]>
  /**
   * Codes that are used for a trading account on a server, or bound to one, with `after` < id ≤ `upTo`, in that order: no
   * index knows the servers, so whoever looks through all codes does so in slices.
   */
  codesOn(place: ServerPlace, slice: { readonly after: number; readonly upTo: number }): Promise<ServerCode[]>
  /** Those of the ids that are there. */
  codesOf(ids: readonly number[]): Promise<ServerCode[]>
  /** Binds a code to another trading account, from whatever address, when it is still at `revision`. */
  moveCode(id: number, revision: number, to: string): Promise<boolean>
  /** @returns its number */
  insert(rename: Omit<ServerRename, 'id' | 'undoneBy' | 'undoneAt'>): Promise<number>
  addItem(renameId: number, item: ServerRenameItem): Promise<void>
  /** Those of a kind, in the order of ids, after `afterId`. */
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
