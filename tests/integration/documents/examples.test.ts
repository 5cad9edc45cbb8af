import { afterAll, beforeAll, describe, it } from 'vitest'
import { readDocument } from '../../../build/documents/read-document.ts'
import { readSections } from '../../../build/documents/reference/read-reference.ts'
import { ExampleWorld } from './example-world.ts'
import { sendExample } from './send-example.ts'

/** The Chinese editions have the same examples (build/documents/reference/reference.test.ts). */
const DOCUMENTS = ['docs/integrators.md', 'docs/signature.md', 'docs/endpoints.md', 'docs/self-service.md']

describe.each(DOCUMENTS)('the examples of %s, in their order', (path) => {
  let world: ExampleWorld
  beforeAll(async () => {
    world = await ExampleWorld.start()
  })
  afterAll(() => world.end())

  const known = new Map<string, string>()
  const examples = readSections(readDocument(path)).flatMap(({ name, examples: shown }) =>
    shown.map((example, at) => [`${name} ${at + 1}`, example] as const),
  )

  it.each(examples)('%s is answered as shown', (_, example) =>
    sendExample(world.server.running.publicUrl, example, known),
  )
})
