/**
 * The server can't seal or open stored secrets: they are sealed by the key of another machine. The recovery key
 * unlocks them.
 */
export class SecretsLocked extends Error {
  override readonly name = 'SecretsLocked'

  constructor() {
    super("The stored keys and passwords are sealed by another machine's key. Enter the recovery key first")
  }
}
