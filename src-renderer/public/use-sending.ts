import { ref, type Ref, type ShallowRef } from 'vue'
import type { Picture } from './picture.ts'
import { sendPicture } from './server/self-service.ts'

export interface Sending {
  /** The sent part of all pictures, 0 to 1; undefined while nothing is sent. */
  readonly part: Ref<number | undefined>
  /** @throws Refused at the first refused picture: it and the rest stay in the list */
  readonly send: (number: string) => Promise<void>
}

/** Sends a list of pictures one after another; accepted ones leave the list. */
export function useSending(pictures: ShallowRef<readonly Picture[]>): Sending {
  const part = ref<number>()
  return {
    part,
    async send(number) {
      const total = pictures.value.length
      try {
        for (let done = 0; done < total; done++) {
          const [picture] = pictures.value
          if (picture === undefined) break
          part.value = done / total
          await sendPicture(number, picture.file, (share) => {
            part.value = (done + share) / total
          })
          URL.revokeObjectURL(picture.url)
          pictures.value = pictures.value.slice(1)
        }
      } finally {
        part.value = undefined
      }
    },
  }
}
