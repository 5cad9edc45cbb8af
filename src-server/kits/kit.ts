/** What a kit is made for. Every text goes through a language's `quote…`, never into a source as it is. */
export interface KitValues {
  readonly app: number
  readonly appkey: string
  readonly rc4Key: string
  readonly version: string
  /** The server's address without a slash at its end. */
  readonly address: string
  /** Requests and replies are RC4-2 (mi_type 3), else plain. */
  readonly rc4: boolean
}

/** A ready client in one language: file name → text. */
export type Kit = (values: KitValues) => Readonly<Record<string, string>>
