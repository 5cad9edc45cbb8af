/** Events received over the messenger's long connection, which sends some more than once. */
export interface MessengerEventRepository {
  /** @param key the bot and the message's own id @returns false when the event was received before */
  add(key: string, at: number): Promise<boolean>
  deleteBefore(at: number): Promise<void>
}
