import { z } from 'zod'
import { imagePath } from './image.ts'
import { definePublicAction } from './public-action.ts'

/** What the public page shows of whose it is. Ours. */
export const siteAction = definePublicAction({
  name: 'site',
  summary: 'What the customers’ page shows of the vendor',
  methods: ['GET', 'POST'],
  limit: 'none',
  params: z.object({}),
  codes: { success: 'the site' },

  answer({ console }, _params, { platformSettings, publicAddress, requests }) {
    const { chosen } = publicAddress
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
        logo: imagePath(logo, chosen),
        background: imagePath(background, chosen),
        open: requests.isOpen,
        console,
      },
    }
  },
})
