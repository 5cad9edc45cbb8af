/** Finds the end of one answer in the bytes of a connection. Calls are never pipelined. */
export interface AnswerReader {
  /** The verdict once the answer is complete: '' as expected, else the error. */
  feed(piece: Buffer): string | undefined
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = /\r\ncontent-length: (\d+)/i

export function createAnswerReader(expect: string): AnswerReader {
  let kept: Buffer | undefined
  return {
    feed(piece) {
      const bytes = kept === undefined ? piece : Buffer.concat([kept, piece])
      kept = undefined
      const end = bytes.indexOf(HEAD_END)
      if (end >= 0) {
        const head = bytes.toString('latin1', 0, end)
        const length = LENGTH.exec(head)?.[1]
        if (length === undefined) return 'no Content-Length'
        const from = end + HEAD_END.length
        if (bytes.length >= from + Number(length)) {
          const status = head.slice(9, 12)
          if (status !== '200') return `http ${status}`
          if (bytes.toString('latin1', from, from + expect.length) === expect) return ''
          // Without time and check, which differ in each answer: equal refusals are counted together.
          return `answer ${bytes.toString('utf8', from, from + 60).replace(/,"time".*/s, '')}`
        }
      }
      // The next piece comes in the same buffer.
      kept = Buffer.from(bytes)
      return undefined
    },
  }
}
