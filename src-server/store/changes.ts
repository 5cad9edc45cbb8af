/** A record that a commit changed. */
export interface Change {
  readonly kind: string
  readonly key: number | string
}
