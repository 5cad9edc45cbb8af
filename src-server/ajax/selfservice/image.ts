import { z } from 'zod'
import type { ServerAddress } from '../../contract/public-address.ts'
import { definePublicAction } from './public-action.ts'

/** Where one of the site's pictures is served, below the folder of the public address. Empty for none. */
export function imagePath(id: string | null, address: ServerAddress | undefined): string {
  return id === null ? '' : `${address?.folder ?? '/'}images/${id}`
}

/** The address of the front page's background, without the host; empty where there is none. */
export const imageAction = definePublicAction({
  name: 'image',
  summary: 'The background picture of the front page',
  methods: ['GET', 'POST'],
  limit: 'none',
  params: z.object({}),
  codes: { success: 'the path, or empty' },

  answer: (_call, _params, { platformSettings, publicAddress }) => ({
    payload: { image: imagePath(platformSettings.current.site.background, publicAddress.chosen) },
  }),
})
