/** Where a picture of a request is, on each door. Nobody can guess the name, so everybody who knows it may look. */
export function picturePath(id: string): string {
  return `/ajax.php?act=image_workorder&id=${id}`
}
