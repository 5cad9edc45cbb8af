import { watch } from 'vue'

const BYTES = 16

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * A name for one order (contract: `key`): sent twice, it is still one order. The key stays the same until the order
 * changes, because an order whose answer was lost is sent again.
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
