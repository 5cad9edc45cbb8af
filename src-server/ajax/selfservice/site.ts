import { z } from 'zod'
import { imagePath } from './image.ts'
import { definePublicAction } from './public-action.ts'

/** What the public page shows of whose it is. Ours. */
export const siteAction = definePublicAction({
  name: 'site',
  methods: ['GET', 'POST'],
  limit: 'none',
  params: z.object({}),

  answer({ console }, _params, { platformSettings, publicAddress, requests }) {
    const address = publicAddress.current()
    const { name, title, contact, colour, language, logo, background } = platformSettings.current.site
    return {
      payload: {
        name,
        title,
        contact,
        colour,
        language,
        logo: imagePath(logo, address),
        background: imagePath(background, address),
        open: requests.isOpen,
        console,
      },
    }
  },
})
