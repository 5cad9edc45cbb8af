import process from 'node:process'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Reads one line of standard input. A terminal shows the question and not the answer. */
export async function askSecret(question: string): Promise<string> {
  const isTerminal = process.stdin.isTTY
  if (isTerminal) process.stderr.write(question)
  const silent = new Writable({
    write: (_chunk, _encoding, done) => {
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTerminal })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (isTerminal) process.stderr.write('\n')
  }
}
