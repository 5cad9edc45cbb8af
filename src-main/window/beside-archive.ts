/**
 * The path of an archived file after packaging, for opening it from the disk: by another program, or by a
 * file: address, which isn't looked up inside the archive without the fuse's privileges.
 */
export function besideArchive(path: string): string {
  return path.replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked')
}
