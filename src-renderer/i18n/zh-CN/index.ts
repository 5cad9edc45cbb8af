import { nameByFile, type MessageTree } from '../name-by-file.ts'

// One chunk for the whole language, loaded when a reader uses it.
export const messages = nameByFile(
  import.meta.glob<MessageTree>(['./*.json', '!./public.json'], { eager: true, import: 'default' }),
)
