import { z } from 'zod'
import { definePublicAction } from './public-action.ts'

/** Where one of the site's pictures is served, on both doors; empty for none. */
export function imagePath(id: string | null): string {
  return id === null ? '' : `/images/${id}`
}

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
