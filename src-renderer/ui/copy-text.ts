/** Puts text on the clipboard. @returns whether it succeeded: a page over plain http may not */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyThroughSelection(text)
  }
}

/** The clipboard interface needs https or loopback; a remote console over http has only this. */
function copyThroughSelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'sr-only'
  // Inside an open dialog, which traps the focus.
  const place = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body
  place.append(area)
  area.select()
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way without https
  const copied = document.execCommand('copy')
  area.remove()
  return copied
}
