import type { Bus } from './bus.ts'
import type { Messages, Topic } from './messages.ts'

/** Messages of a frame at most. More than these come from a flood, and so many show it. */
const MOST = 2000

/**
 * Things that each copy notes with the same function, its own and those of the other copies.
 * @returns notes a thing here, and with the next frame at the other copies
 */
export function shareEach<T extends Topic>(
  bus: Bus,
  topic: T,
  note: (thing: Messages[T]) => void,
): (thing: Messages[T]) => void {
  let gathered: Messages[T][] = []
  bus.subscribe(topic, note)
  bus.gather(topic, () => {
    const frame = gathered
    if (frame.length > 0) gathered = []
    return frame
  })
  return (thing) => {
    note(thing)
    if (bus.hasOthers && gathered.length < MOST) gathered.push(thing)
  }
}
