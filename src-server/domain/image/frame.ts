/** Width and height, pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** The four-character tag at a place of a file. */
export function tagAt(view: DataView, at: number): string {
  if (at + 4 > view.byteLength) return ''
  return String.fromCharCode(
    view.getUint8(at),
    view.getUint8(at + 1),
    view.getUint8(at + 2),
    view.getUint8(at + 3),
  )
}
