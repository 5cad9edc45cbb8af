import { z } from 'zod'
import { imagePath } from './image.ts'
import { definePublicAction } from './public-action.ts'

/** What the public page shows of whose it is. Ours. */
export const siteAction = definePublicAction({
  name: 'site',
  methods: ['GET', 'POST'],
  limit: 'none',
  params: z.object({}),

  answer({ console }, _params, { platformSettings, requests }) {
    const { name, title, contact, colour, language, logo, background } = platformSettings.current.site
    return {
      payload: {
        name,
        title,
        contact,
        colour,
        language,
        logo: imagePath(logo),
        background: imagePath(background),
        open: requests.isOpen,
        console,
      },
    }
  },
})
