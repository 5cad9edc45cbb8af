/** The key in `meta` of an application's own price for one API. Grants have no column for it. */
export const priceKey = (appId: number, api: string): string => `price:${appId}:${api}`
