/** The amounts of business of a day. Money is in minor units of the one currency of sales. */
export const BUSINESS_AMOUNTS = [
  /** Codes used first, unless the code renewed an account that had a licence: new customers, also those after a trial. */
  'activations',
  /** Trials that began. */
  'trials',
  /** Licences of trading accounts, user accounts and machines that got a later end. */
  'renewals',
  /** Trading accounts whose licence ended on the day and was not renewed since. */
  'left',
  /** Codes generated. */
  'made',
  /** Quota given to agents. Negative where more was taken back. */
  'allocated',
  /** For owners: codes that agents took, and the income from them. For an agent: codes sold to customers, and their prices. */
  'sales',
  'revenue',
  /** Codes given back, and the money paid back for them: by the owner, or to the agent. */
  'refunds',
  'refunded',
] as const
export type BusinessAmount = (typeof BUSINESS_AMOUNTS)[number]
export type BusinessAmounts = Readonly<Record<BusinessAmount, number>>

/** Licences that end within so many days are counted on the first screen. */
export const EXPIRY_WINDOWS = [7, 30] as const
