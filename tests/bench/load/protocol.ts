/** The messages between the bench and the load generator's process. */

/** The way of a call: many clients call by GET only, and many HTTP libraries send head and body apart. */
export type Way = 'POST' | 'GET' | 'POST in two packets'

/** The recipe for the calls of a sample, which the generator builds itself. */
export type CallPlan = { readonly way: Way } & (
  | {
      readonly kind: 'mt5pulse' | 'mt5logon' | 'ini'
      readonly app: number
      readonly accounts: number
      /** The first of the accounts. 0 unless given. */
      readonly from?: number
      readonly seed: number
    }
  | {
      readonly kind: 'kmlogon'
      readonly app: number
      readonly kamis: readonly string[]
      readonly guard: 'plain' | 'signed' | 'rc4' | 'rsa'
      readonly appkey: string
      readonly rc4Key: string
      /** PEM. Only the guard rsa needs it. */
      readonly rsaPublicKey: string
      /** Unix seconds: signed calls are valid within the application's window only. */
      readonly time: number
      readonly seed: number
    }
  | {
      readonly kind: 'mix'
      /** Nine beside each login. */
      readonly pulses: CallPlan
      readonly logins: CallPlan
      readonly seed: number
    }
)

export interface Sample {
  readonly host: string
  readonly port: number
  /** The process whose processor time is measured. */
  readonly pid: number
  readonly connections: number
  readonly keepAlive: boolean
  readonly plan: CallPlan
  /** The expected start of an answer's body. */
  readonly expect: string
  readonly warmUpMs: number
  /** 0: each call of the plan is made once, and the sample ends with the last answer. */
  readonly measureMs: number
  /** The rate of calls. Absent: each connection sends its next call at once. */
  readonly callsPerSecond?: number
}

export interface Measured {
  /** Calls answered as expected inside the measured time. */
  readonly calls: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** All calls answered as expected, with the warm-up and the last ones. */
  readonly answered: number
  readonly failures: Readonly<Record<string, number>>
  /** Processor time of the measured process, all threads, and of its event loop; undefined without /proc. */
  readonly serverSeconds: number | undefined
  readonly loopSeconds: number | undefined
  /** The generator's processor time: when it is near the measured time, the generator was the limit. */
  readonly generatorSeconds: number
  /** Of everything but the measured process and the generator. */
  readonly foreignSeconds: number | undefined
}

export type Answer = { readonly measured: Measured } | { readonly failed: string }
