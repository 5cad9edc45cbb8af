/**
 * Every business code of the specification's error table, under an internal name. wire/messages.ts has the
 * texts.
 */
export const CODE = {
  success: 200,
  failure: 201,
  nothingToUnbind: 202,
  appMissing: 100,
  appUnknown: 101,
  appClosed: 102,
  loginClosed: 103,
  signEmpty: 104,
  dataExpired: 105,
  signWrong: 106,
  dataEmpty: 107,
  timeMissing: 108,
  qqMissing: 109,
  accountMissing: 110,
  passwordMissing: 111,
  machineMissing: 112,
  credentialsWrong: 113,
  disabled: 114,
  accountExists: 115,
  accountInvalid: 116,
  registrationTooFrequent: 117,
  inviterUnknown: 118,
  passwordInvalid: 119,
  accountUnknown: 122,
  productMissing: 132,
  productUnknown: 136,
  uploadType: 142,
  kamiMissing: 148,
  kamiUnknown: 149,
  kamiUsed: 150,
  kamiDisabled: 151,
  methodWrong: 141,
  kamiTypeWrong: 152,
  /** For a customer's request, too: the table has no other code for it than the ones for orders. */
  requestUnknown: 153,
  notAllowed: 164,
  mailboxMissing: 165,
  requestExists: 168,
  kamiRecharged: 166,
  pointsLogin: 167,
  ipDiffers: 169,
  apiClosed: 170,
  apiMaintenance: 171,
  apiNotGranted: 172,
  apiExpired: 173,
  qqTaken: 174,
  alreadyPermanent: 199,
  noSuchOperation: 400,
  wrongData: 401,
  mt5Off: 403,
  mt5NotFound: 404,
  bindCodeExpired: 410,
  noOpenId: 422,
  tooLarge: 413,
  messengerOff: 423,
  tooMany: 429,
  internal: 500,
  notSent: 502,
  stopping: 503,
} as const

export type BusinessCode = (typeof CODE)[keyof typeof CODE]

/** The console's refusals, in addition to those of the table. 401 means "not signed in" there. */
export const CONSOLE = {
  ok: 200,
  badRequest: 400,
  notSignedIn: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  /** The input is longer than the action's limit. */
  tooLarge: 413,
  /** The body is packed. */
  encoded: 415,
  invalid: 422,
  tooMany: 429,
  internal: 500,
  /** The trading accounts are not all loaded yet. The field `loaded` has the percent. */
  loading: 503,
} as const

export type ConsoleCode = (typeof CONSOLE)[keyof typeof CONSOLE] | BusinessCode
