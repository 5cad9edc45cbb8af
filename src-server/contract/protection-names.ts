/** The checks that the page of an application's protection grades, in the order of the way that a call takes. */
export const PROTECTION_CHECKS = [
  'address',
  'signature',
  'window',
  'encryption',
  'check',
  'answers',
  'machine',
  'handout',
  'debug',
  'key_age',
] as const
export type ProtectionCheck = (typeof PROTECTION_CHECKS)[number]

/** `unknown`: nothing was observed yet. */
export const GRADES = ['good', 'fair', 'weak', 'unknown'] as const
export type Grade = (typeof GRADES)[number]

/** The states of each check, from the best to the worst. Each has a sentence, and says what to do next. */
export const PROTECTION_STATES = {
  address: ['https', 'http'],
  signature: ['on', 'some_off', 'off_encrypted', 'off'],
  window: ['short', 'wide', 'off'],
  encryption: ['https', 'rsa', 'rc4', 'base64', 'none'],
  check: ['most', 'some', 'few', 'no_calls'],
  answers: ['on', 'rotating', 'no_key', 'off'],
  machine: ['machine', 'address', 'free', 'none'],
  handout: ['none', 'password', 'open'],
  debug: ['none', 'some'],
  key_age: ['young', 'old', 'very_old'],
} as const satisfies Record<ProtectionCheck, readonly string[]>
