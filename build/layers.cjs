// Who may import whom (docs/architecture.md). Run by `npm run lint` through dependency-cruiser.
/** The server's folders, each with the server's folders it may import. */
const may = {
  contract: [],
  domain: ['contract'],
  wire: ['contract'],
  store: ['contract', 'domain'],
  copies: ['contract', 'domain', 'store'],
  telemetry: ['contract', 'domain', 'wire', 'store', 'copies', 'outbound'],
  services: ['contract', 'domain', 'wire', 'store', 'copies', 'telemetry', 'outbound'],
  outbound: ['contract', 'domain', 'store'],
  kits: ['contract', 'wire'],
  runtime: ['contract', 'domain', 'wire', 'services', 'kits'],
  ajax: ['contract', 'domain', 'wire', 'services'],
  http: ['contract', 'wire', 'runtime', 'ajax'],
}
/**
 * The renderer's folders, each with the renderer's folders it may import. Only these folders are layers:
 * main.ts starts the console.
 */
const mayShow = {
  app: ['features', 'subjects', 'kit', 'ui', 'api', 'i18n', 'host'],
  features: ['report', 'subjects', 'kit', 'ui', 'api', 'i18n', 'host'],
  subjects: ['kit', 'ui', 'api', 'i18n', 'host'],
  kit: ['ui', 'api', 'i18n', 'host'],
  report: ['ui', 'i18n'],
  public: ['report', 'ui', 'api', 'i18n', 'host'],
  ui: ['i18n'],
  api: [],
  i18n: [],
  host: [],
}
const TEST = '\\.test\\.ts$'

const layers = Object.entries(may).map(([folder, others]) => ({
  name: `${folder}-imports`,
  severity: 'error',
  from: { path: `^src-server/${folder}/`, pathNot: TEST },
  to: { path: '^src-', pathNot: [folder, ...others].map((name) => `^src-server/${name}/`) },
}))

const rendererLayers = Object.entries(mayShow).map(([folder, others]) => ({
  name: `renderer-${folder}-imports`,
  severity: 'error',
  from: { path: `^src-renderer/${folder}/`, pathNot: TEST },
  to: { path: '^src-renderer/', pathNot: [folder, ...others].map((name) => `^src-renderer/${name}/`) },
}))

/** A package that only one part may import. */
const only = (pack, path) => ({
  name: `${pack}-only-there`,
  severity: 'error',
  from: { path: '^src-', pathNot: [path, TEST] },
  to: { path: `(^|/)node_modules/${pack}/` },
})

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: { path: '^src-' }, to: { circular: true } },
    ...layers,
    ...rendererLayers,
    {
      name: 'features-import-no-features',
      comment: 'What two features share goes to subjects/.',
      severity: 'error',
      from: { path: '^src-renderer/features/([^/]+)/', pathNot: TEST },
      to: { path: '^src-renderer/features/', pathNot: '^src-renderer/features/$1/' },
    },
    {
      name: 'sqlite-behind-the-store',
      comment: 'Only the entry opens a store; everybody else has its interface.',
      severity: 'error',
      from: { path: '^src-server/', pathNot: ['^src-server/(store/sqlite|entry)/', TEST] },
      to: { path: '^src-server/store/sqlite/' },
    },
    {
      name: 'runtime-and-ajax-never-store',
      severity: 'error',
      from: { path: '^src-server/(runtime|ajax|http)/', pathNot: TEST },
      to: { path: '^src-server/store/' },
    },
    {
      name: 'renderer-sees-the-contract',
      severity: 'error',
      from: { path: '^src-renderer/', pathNot: TEST },
      to: { path: '^src-(server|main)/', pathNot: '^src-server/contract/' },
    },
    {
      name: 'shell-sees-itself',
      severity: 'error',
      from: { path: '^src-main/', pathNot: TEST },
      to: { path: '^src-', pathNot: '^src-main/' },
    },
    only('express', '^src-server/http/'),
    only('better-sqlite3', '^src-server/store/'),
    only('drizzle-orm', '^src-server/store/'),
    only('pg', '^src-server/store/postgres/'),
    {
      name: 'postgres-when-asked',
      comment: 'Only a server of several copies needs it: the desktop never loads it.',
      severity: 'error',
      from: { path: '^src-', pathNot: ['^src-server/store/postgres/', TEST] },
      to: { path: '^src-server/store/postgres/', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'telemetry-thread-without-drizzle',
      comment: 'It loads a hundred modules, and takes half of the time in which a thread starts.',
      severity: 'error',
      from: { path: '^src-server/store/(sqlite|postgres)/telemetry/worker\\.ts$' },
      to: { path: '(^|/)node_modules/drizzle-orm/', reachable: true },
    },
    only('electron', '^src-main/'),
    only('vue', '^src-renderer/'),
    only('@larksuiteoapi/node-sdk', '^src-server/outbound/bridge/'),
    {
      name: 'messenger-sdk-when-asked',
      comment: 'It costs 60 MB of memory: whoever has no bridge never loads it.',
      severity: 'error',
      from: { path: '^src-' },
      to: { path: '^src-server/outbound/bridge/sdk-client\\.ts$', dynamic: false },
    },
    only('prom-client', '^src-server/entry/'),
    only('papaparse', '/split-rows\\.ts$'),
    only('read-excel-file', '/read-workbook\\.ts$'),
    {
      name: 'csv-reader-when-asked',
      comment: 'It weighs 20 kB: whoever imports no file never loads it.',
      severity: 'error',
      from: { path: '^src-', pathNot: TEST },
      to: { path: '/read-csv\\.ts$', dynamic: false },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, path: '^src-', pathNot: ['\\.d\\.m?ts$', TEST] },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^out/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.vue', '.js', '.cjs', '.json'] },
  },
}
