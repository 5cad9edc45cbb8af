/** What the messenger's long connection told: it tells things more than once. */
export interface MessengerEventRepository {
  /** @param key the bot and the message's own id @returns false when it was told before */
  add(key: string, at: number): Promise<boolean>
  deleteBefore(at: number): Promise<void>
}
