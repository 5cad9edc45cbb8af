import type { ProductChoice } from '../../../src-server/contract/self-service.ts'

/** The server is unreachable, or its answer is no reply. */
export const UNREACHABLE = 0

/** A refusal: its code, the server's text, and the other members. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: number
  /** Why a parameter is refused. */
  readonly fields: Readonly<Record<string, string>>
  /** With code 132: the products to choose from. */
  readonly products: readonly ProductChoice[]

  constructor(
    code: number,
    message: string,
    fields: Readonly<Record<string, string>> = {},
    products: readonly ProductChoice[] = [],
  ) {
    super(message)
    this.code = code
    this.fields = fields
    this.products = products
  }
}
