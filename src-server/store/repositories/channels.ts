import type { Channel } from '../../domain/channels/channel.ts'

export type NewChannel = Omit<Channel, 'id' | 'checkedAt' | 'lastError' | 'locked'>
export type ChannelChange = Partial<Omit<Channel, 'id' | 'personId' | 'kind' | 'createdAt' | 'locked'>>

export interface ChannelRepository {
  /** @throws SecretsLocked */
  insert(channel: NewChannel): Promise<Channel>
  /** @returns undefined where it is gone. @throws SecretsLocked for a change of the set-up */
  update(id: number, change: ChannelChange): Promise<Channel | undefined>
  find(id: number): Promise<Channel | undefined>
  /** A person's channels, in the order of their creation. */
  listOf(personId: number): Promise<Channel[]>
  /** @returns whether it existed */
  delete(id: number): Promise<boolean>
}
