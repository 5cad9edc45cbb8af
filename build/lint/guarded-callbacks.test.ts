import { RuleTester } from 'eslint'
import { parser } from 'typescript-eslint'
import { it } from 'vitest'
import { guardedCallbacks } from './guarded-callbacks.ts'

it('refuses callbacks of timers and events that are not guarded', () => {
  const errors = [{ messageId: 'bare' }]
  new RuleTester({ languageOptions: { parser } }).run('guarded-callbacks', guardedCallbacks as never, {
    valid: [
      'setTimeout(guarded(log, "x", () => act()), 5)',
      'setTimeout(resolve, 5)',
      'socket.on("error", reject)',
      'socket.on("error", () => undefined)',
      'function ignore() { /* nothing */ } socket.on("error", ignore)',
      'const close = guarded(log, "x", act); socket.once("close", close)',
      'class A { #a = guarded(log, "x", act); b() { setInterval(this.#a, 5) } }',
      'class A { #a; constructor() { this.#a = guarded(log, "x", act); socket.on("data", this.#a) } }',
      'index("name").on(table.column, table.other)',
      'await setTimeout(5)'.replace('setTimeout', 'pause'),
    ],
    invalid: [
      { code: 'setTimeout(() => act(), 5)', errors },
      { code: 'setImmediate(act)', errors },
      { code: 'queueMicrotask(act)', errors },
      { code: 'process.nextTick(act)', errors },
      { code: 'socket.on("data", (packet) => read(packet))', errors },
      { code: 'emitter.addEventListener(name, act)', errors },
      { code: 'const act = () => work(); socket.once("close", act)', errors },
      { code: 'class A { #a = () => act(); b() { setInterval(this.#a, 5) } }', errors },
    ],
  })
})
