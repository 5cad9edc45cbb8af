/** The size at which a reviewer can still read a screen; a phone's camera makes twice that. */
const LONGEST_SIDE = 2560
const QUALITY = 0.85

/** A photograph as a smaller JPEG. @returns undefined for a file that the browser can't read */
export async function shrinkPicture(file: File): Promise<File | undefined> {
  let bitmap: ImageBitmap
  try {
    bitmap = await createImageBitmap(file)
  } catch {
    return undefined
  }
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY)
  })
  return blob === null ? undefined : new File([blob], file.name, { type: blob.type })
}
