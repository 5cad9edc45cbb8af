import { ref, type Ref } from 'vue'

/** Nothing moves under a hand: this long after the last movement or key the order stays. */
const HOLD_MS = 2500

export interface OrderHold {
  readonly held: Readonly<Ref<boolean>>
  readonly extend: () => void
  /** Asked once a second; also lets `held` go. */
  readonly active: () => boolean
}

export function createOrderHold(clock: () => number = () => performance.now()): OrderHold {
  const held = ref(false)
  let until = -Infinity
  return {
    held,
    extend() {
      until = clock() + HOLD_MS
      held.value = true
    },
    active() {
      held.value = clock() < until
      return held.value
    },
  }
}
