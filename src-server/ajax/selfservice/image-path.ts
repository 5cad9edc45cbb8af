/** Where one of the site's pictures is served, on both doors; empty for none. */
export function imagePath(id: string | null): string {
  return id === null ? '' : `/images/${id}`
}
