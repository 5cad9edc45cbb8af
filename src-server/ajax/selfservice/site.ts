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
    const { site } = platformSettings.current
    const { name, title, contact, colour, language, logo, background } = site
    return {
      payload: {
        name,
        title,
        contact,
        colour,
        language,
        language_forced: site.language_forced,
        logo: imagePath(logo, address),
        background: imagePath(background, address),
        open: requests.isOpen,
        console,
      },
    }
  },
})
