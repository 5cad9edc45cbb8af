/** The notices that third-party licences require (build/vite/notices). */
const NOTICES = 'out/THIRD_PARTY_NOTICES.txt'

/**
 * All shipped files, by the beginnings of their paths: the bundle, the migrations, the sources of the kits, and
 * the libraries outside the bundle.
 */
const SHIPPED =
  /^(package\.json|src-server(\/kits(\/[a-z0-9]+(\/.*)?)?)?|(out|drizzle|node_modules\/better-sqlite3\/(lib|prebuilds)|node_modules\/@node-rs\/argon2[a-z0-9-]*)(\/.*)?|node_modules(\/better-sqlite3(\/(package\.json|LICENSE))?|\/@node-rs)?)$/
const NOT_SHIPPED = /\.(ts|map|vue|cpp)$/

/**
 * @param archived paths in the archive, each with a leading slash
 * @returns the files that don't belong there, or undefined
 */
export function whyForeignFiles(archived: readonly string[]): string | undefined {
  const paths = archived.map((path) => path.replaceAll('\\', '/').replace(/^\//, ''))
  const foreign = paths.filter((path) => !SHIPPED.test(path) || NOT_SHIPPED.test(path))
  if (foreign.length === 0) return undefined
  return `${foreign.length} files would be shipped that are no part of the program, ${foreign.slice(0, 3).join(', ')} among them`
}

/**
 * @param unpacked files beside the archive, by their paths in it
 * @returns what is missing and what to do, or undefined when the notices exist
 */
export function whyNoticesMissing(unpacked: readonly string[]): string | undefined {
  return unpacked.some((path) => path.replaceAll('\\', '/') === NOTICES)
    ? undefined
    : `${NOTICES} is missing, which others' licences ask for: run npm run build first`
}
