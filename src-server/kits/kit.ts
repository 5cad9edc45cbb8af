/**
 * The values inside a kit. Every text passes the `quote…` function of its language, and never goes into a
 * source unescaped.
 */
export interface KitValues {
  readonly app: number
  readonly appkey: string
  readonly rc4Key: string
  readonly version: string
  /** The server's address without a trailing slash. */
  readonly address: string
  /** Requests and replies are RC4-2 (mi_type 3), else plain. */
  readonly rc4: boolean
}

/** A ready client in one language: file name → text. */
export type Kit = (values: KitValues) => Readonly<Record<string, string>>
