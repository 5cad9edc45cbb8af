import { z } from 'zod'
import { imagePath } from './image-path.ts'
import { definePublicAction } from './public-action.ts'

/** The address of the front page's background, from this server's root; empty where there is none. */
export const imageAction = definePublicAction({
  name: 'image',
  methods: ['GET', 'POST'],
  limit: 'none',
  params: z.object({}),

  answer: (_call, _params, { platformSettings }) => ({
    payload: { image: imagePath(platformSettings.current.site.background) },
  }),
})
