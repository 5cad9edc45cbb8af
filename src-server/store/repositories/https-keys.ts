export interface HttpsKey {
  readonly about: unknown
  /** Empty where the seal is locked, or the key was given up with the seal of another machine. */
  readonly secret: string
}

export interface HttpsKeyRepository {
  find(id: string): Promise<HttpsKey | undefined>
  set(id: string, key: HttpsKey, now: number): Promise<void>
  remove(id: string): Promise<void>
}
