import { useLiveStream } from '../../../api/live-stream.ts'

/** The server's time as this window knows it: its own clock set right by what the server last said. Unix seconds. */
export function serverNow(): number {
  return Math.floor(Date.now() / 1000) + skew
}

/** Seconds the server's clock is ahead of this computer's. */
export function serverSkew(): number {
  return skew
}

let skew = 0

useLiveStream().on('server', ({ now }) => {
  skew = now - Math.floor(Date.now() / 1000)
})
