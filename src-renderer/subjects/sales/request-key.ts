import { watch } from 'vue'

const BYTES = 16

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The key of one order (`key` of the contract). An order that is sent twice stays one order: the key stays the same
 * until the order changes, because a person sends it again when the answer was lost.
 * @param order everything that makes it another order
 */
export function useRequestKey(order: () => readonly unknown[]): () => string {
  let key = newKey()
  watch(
    () => JSON.stringify(order()),
    () => (key = newKey()),
  )
  return () => key
}
