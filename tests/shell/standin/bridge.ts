import type { Callable, Coded, makeCodec } from './codec.ts'

type Message =
  | { readonly kind: 'expose'; readonly key: string; readonly value: Coded }
  | { readonly kind: 'call'; readonly id: number; readonly args: Coded }
  | { readonly kind: 'returned'; readonly ok: boolean; readonly value: Coded }
  | { readonly kind: 'settled'; readonly id: number; readonly ok: boolean; readonly value: Coded }

/**
 * One end of the contextBridge: between the page's world and the preload's, values are copied, functions and
 * promises are proxied. Its source is sent to the page, so it may use nothing outside of the function.
 * @param me the event this end listens to @param peer the event the other end listens to
 */
export function makeBridge(
  me: string,
  peer: string,
  codecOf: typeof makeCodec,
  onExpose: (key: string, api: unknown) => void,
): { expose(key: string, api: unknown): void } {
  const functions: Callable[] = []
  const waiting = new Map<number, { done: (value: unknown) => void; fail: (error: unknown) => void }>()
  // The page may replace the globals later; this end keeps its own.
  const { stringify, parse } = JSON
  let promises = 0
  let returned: Extract<Message, { kind: 'returned' }> | undefined

  const send = (message: Message): void => {
    window.dispatchEvent(new CustomEvent(peer, { detail: stringify(message) }))
  }

  function numberOf(callable: Callable): number {
    const known = functions.indexOf(callable)
    return known === -1 ? functions.push(callable) - 1 : known
  }

  function callPeer(id: number, args: unknown[]): unknown {
    send({ kind: 'call', id, args: codec.encode(args) })
    // Events are delivered synchronously: the answer exists by now.
    const answer = returned
    if (!answer) throw new Error('the other world did not answer')
    if (!answer.ok) throw codec.decode(answer.value)
    return codec.decode(answer.value)
  }

  const codec = codecOf({
    encode(value) {
      if (typeof value === 'function') return { $: 'function', v: numberOf(value) }
      const id = ++promises
      value.then(
        (result) => {
          send({ kind: 'settled', id, ok: true, value: codec.encode(result) })
        },
        (error: unknown) => {
          send({ kind: 'settled', id, ok: false, value: codec.encode(error) })
        },
      )
      return { $: 'promise', v: id }
    },
    decode(kind, value) {
      const id = Number(value)
      if (kind === 'function') return (...args: unknown[]) => callPeer(id, args)
      return new Promise((done, fail) => waiting.set(id, { done, fail }))
    },
  })

  function answerCall(id: number, args: Coded): void {
    try {
      const result = functions[id]?.(...(codec.decode(args) as unknown[]))
      send({ kind: 'returned', ok: true, value: codec.encode(result) })
    } catch (error) {
      send({ kind: 'returned', ok: false, value: codec.encode(error) })
    }
  }

  function settle(message: Extract<Message, { kind: 'settled' }>): void {
    const waiter = waiting.get(message.id)
    waiting.delete(message.id)
    const value = codec.decode(message.value)
    if (message.ok) waiter?.done(value)
    else waiter?.fail(value)
  }

  window.addEventListener(
    me,
    (event) => {
      event.stopImmediatePropagation()
      const message = parse((event as CustomEvent<string>).detail) as Message
      if (message.kind === 'returned') returned = message
      else if (message.kind === 'expose') onExpose(message.key, codec.decode(message.value))
      else if (message.kind === 'settled') settle(message)
      else answerCall(message.id, message.args)
    },
    true,
  )

  return {
    expose: (key, api) => {
      send({ kind: 'expose', key, value: codec.encode(api) })
    },
  }
}
