import { nameByFile, type MessageTree } from '../name-by-file.ts'

/** The texts of the pages before the sign-in. */
export const messages = nameByFile(
  import.meta.glob<MessageTree>(['./{common,session,security}.json'], { eager: true, import: 'default' }),
)
