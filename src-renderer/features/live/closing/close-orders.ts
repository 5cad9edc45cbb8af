import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** The accounts of the orders to close many that this window gave and still follows. */
export const useCloseOrders = defineStore('live-close-orders', () => {
  const ids = shallowRef<readonly number[]>([])
  return {
    ids,
    begin(asked: readonly number[]) {
      ids.value = [...new Set([...ids.value, ...asked])]
    },
    forget(withdrawn: readonly number[]) {
      const gone = new Set(withdrawn)
      ids.value = ids.value.filter((id) => !gone.has(id))
    },
    dismiss() {
      ids.value = []
    },
  }
})
