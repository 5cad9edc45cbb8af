import type { Expectation, RawExpectation, Settings, Step } from './scenario.ts'

/** Takes plain, unsigned calls. */
export const OPEN: Settings = { sign: false, window: 0 }
export const MT5: Settings = { ...OPEN, mt5: { enabled: true } }
export const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
export const FOREVER = 4_102_243_200

type Answer = Expectation | RawExpectation

/** A GET with everything in the URL. */
export function get(api: string, pairs: string, expect: Answer): Step {
  return { method: 'GET', query: `api=${api}&app={{app}}${pairs === '' ? '' : `&${pairs}`}`, expect }
}

/** A POST with a form. */
export function post(api: string, pairs: string, expect: Answer): Step {
  return { method: 'POST', query: `api=${api}&app={{app}}`, body: pairs, headers: FORM, expect }
}

/** Pairs, and the signature over exactly them. */
export function signed(pairs: string): string {
  return `${pairs}&sign={{sign:${pairs}&{{appkey}}}}`
}

/** `text` as `data`, in the form of a mode. */
export function sealed(
  mark: 'rc4' | 'RC4' | 'rc4gbk' | 'b64' | 'b64q' | 'b64u' | 'rsa' | 'rsahex' | 'oaep',
  text: string,
): string {
  return `data={{${mark}:${text}}}`
}

/** A step after some seconds. */
export function later(seconds: number, step: Step): Step {
  return { ...step, at: seconds }
}
