import { shallowRef } from 'vue'
import { useLiveStream } from '../../api/live-stream.ts'

/** Seconds the server's clock is ahead of this computer's; known once the server has said its time. */
export const serverSkew = shallowRef(0)

/** The server's time as this window knows it: its own clock set right by what the server last said. Unix seconds. */
export function serverNow(): number {
  return Math.floor(Date.now() / 1000) + serverSkew.value
}

useLiveStream().on('server', ({ now }) => {
  const skew = now - Math.floor(Date.now() / 1000)
  // A second more or less is only the time the message took.
  if (Math.abs(skew - serverSkew.value) > 1) serverSkew.value = skew
})
