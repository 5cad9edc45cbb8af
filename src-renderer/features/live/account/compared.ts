/** The accounts beside the chart's own, and whether all accounts in sight are beside it too. */
export interface Compared {
  readonly accounts: readonly { readonly id: number; readonly name: string }[]
  readonly fleet: boolean
}
