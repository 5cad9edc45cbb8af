import { nameByFile, type MessageTree } from '../name-by-file.ts'

/** The texts of the console's screens. The customers' page has its own (src-renderer/public/messages.ts). */
export const messages = nameByFile(
  import.meta.glob<MessageTree>(['./*.json', '!./{common,session,security,public}.json'], {
    eager: true,
    import: 'default',
  }),
)
