/**
 * The path of a request's picture, on each listener. The id can't be guessed, so knowing it is enough to view
 * the picture.
 */
export function picturePath(id: string): string {
  return `/ajax.php?act=image_workorder&id=${id}`
}
