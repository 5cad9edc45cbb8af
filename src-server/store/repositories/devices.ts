import type { ListQuery, Page } from '../../contract/paging.ts'
import type { DEVICE } from '../../contract/subjects/device.ts'
import type { FilterOf, SortOf } from '../../contract/subjects/subject.ts'
import type { Scope } from '../../domain/access/scope.ts'
import type { RecordFields } from '../../domain/device/record.ts'
import type { Device, DeviceChange } from '../../domain/device/device.ts'
import type { Extension } from '../../domain/device/extension.ts'

/**
 * The members of the filter that the store can answer. Memory answers the others: health depends on the present
 * moment, and tags and values of custom fields match in either case of any language.
 */
export type DeviceFilter = Omit<FilterOf<typeof DEVICE>, 'health' | 'tag' | 'field'>
export type DeviceSort = SortOf<typeof DEVICE>

/** The members of an account that a change of many gives it. */
export interface OwnChange {
  readonly id: number
  readonly change: DeviceChange
}

export interface DeviceRepository {
  /** In the order of ids, after `afterId`. */
  after(afterId: number, limit: number): Promise<Device[]>
  /** The highest id. 0: there is none. */
  lastId(): Promise<number>
  find(appId: number, accountKey: string): Promise<Device | undefined>
  /** The application's accounts with this login on any server, in the order of servers. */
  ofLogin(appId: number, login: string, limit: number): Promise<Device[]>
  /** The accounts of an application with these keys, in any order. */
  findMany(appId: number, accountKeys: readonly string[]): Promise<Device[]>
  /** @returns undefined when the application already has that account */
  insert(device: Omit<Device, 'id'>): Promise<Device | undefined>
  /** @returns those accounts that their applications did not have, in the order of ids */
  insertMany(devices: readonly Omit<Device, 'id'>[]): Promise<Device[]>
  /** Writes the result of a code login into an existing record. */
  renew(id: number, fields: RecordFields): Promise<Device | undefined>
  update(id: number, change: DeviceChange): Promise<Device | undefined>
  /** Ends the records that free mode created, when the mode ends at `now`. @returns them */
  endFree(appId: number, now: number): Promise<Device[]>
  /** The existing accounts of these ids. At most some hundred at a time, as in the next three. */
  ofIds(ids: readonly number[]): Promise<Device[]>
  /** Changes each account in its own way. @returns the accounts, in the order of ids */
  updateEach(changes: readonly OwnChange[]): Promise<Device[]>
  updateMany(ids: readonly number[], change: DeviceChange): Promise<Device[]>
  /** The SQL of domain/device/extension.ts. @returns the extended accounts */
  extend(ids: readonly number[], extension: Extension, now: number): Promise<Device[]>
  /** Deletes accounts with their commands and bind codes. @returns the deleted accounts */
  deleteMany(ids: readonly number[]): Promise<Device[]>
  /** Gives accounts other keys. @returns those whose application did not have the key, in any order */
  move(accounts: readonly Pick<Device, 'id' | 'accountKey'>[]): Promise<Device[]>
  list(scope: Scope, filter: DeviceFilter, query: ListQuery<DeviceSort>, now: number): Promise<Page<Device>>
}
