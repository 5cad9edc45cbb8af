import { shallowRef } from 'vue'
import { useLiveStream } from '../../api/live-stream.ts'

/** The seconds that the server's clock is ahead of this computer's, from the server's last message. */
export const serverSkew = shallowRef(0)

/** The server's time: this computer's clock, corrected by the server's last message. Unix seconds. */
export function serverNow(): number {
  return Math.floor(Date.now() / 1000) + serverSkew.value
}

useLiveStream().on('server', ({ now }) => {
  const skew = now - Math.floor(Date.now() / 1000)
  // A difference of a second is the time that the message took.
  if (Math.abs(skew - serverSkew.value) > 1) serverSkew.value = skew
})
