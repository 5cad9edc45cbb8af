/**
 * Where a file of the archive lies once it is packaged and is to be opened from the disk: by another program, or by a file: address,
 * which without the fuse's privileges isn't looked up in the archive.
 */
export function besideArchive(path: string): string {
  return path.replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked')
}
