/**
 * Runs a script of this project, the first argument, after a look at Node and the packages. It is plain JavaScript that
 * Node 10 and later can read, so that an old Node gets one line that says what to do.
 */
'use strict'
var fs = require('fs')
var path = require('path')

/** The scripts are TypeScript, and the server is tested on this Node. */
var NEEDED = 24
var INSTALLS = 'Node 20.19 or newer (not 21 or 22.0 to 22.11)'
var root = path.join(__dirname, '..', '..')

function exists() {
  return fs.existsSync(path.join.apply(path, [root, 'node_modules'].concat(Array.from(arguments))))
}

/** @returns {boolean} whether an npm on this Node installs all packages. npm leaves out those that want a newer Node. */
function installsAll(version) {
  var parts = version.split('.').map(Number)
  if (parts[0] === 20) return parts[1] >= 19
  return parts[0] === 22 ? parts[1] >= 12 : parts[0] > 22
}

/** The Node that runs npm, which differs from the one of node_modules/.bin. */
function hostVersion() {
  var found = /\bnode\/v([0-9.]+)/.exec(process.env.npm_config_user_agent || '')
  return found ? found[1] : process.versions.node
}

/** @returns {string | undefined} what to do before anything runs */
function whyNot() {
  var host = hostVersion()
  var isOld = !installsAll(host)
  if (!exists('vite'))
    return isOld
      ? 'Node ' + host + ' is too old: install ' + INSTALLS + ', then run: npm ci'
      : 'The packages are not installed. Run: npm ci'
  var target = process.platform + '-' + process.arch
  var natives = exists('@rolldown') ? fs.readdirSync(path.join(root, 'node_modules', '@rolldown')) : []
  var hasNative = natives.some(function (name) {
    return name.indexOf('binding-' + target) === 0
  })
  if (!hasNative)
    return (
      'The packages for ' +
      target +
      ' are not all installed' +
      (isOld
        ? ', because Node ' + host + ' is too old for them: install ' + INSTALLS + ', then run: npm ci'
        : '. Run: npm ci --include=optional')
    )
  if (Number(process.versions.node.split('.')[0]) < NEEDED && ownNode() === undefined)
    return (
      'Node ' +
      NEEDED +
      ' is needed, and this is Node ' +
      process.versions.node +
      ': npm has none for ' +
      target +
      '. Install it from https://nodejs.org/'
    )
  return undefined
}

/** The Node that npm installed for this platform, where it isn't first on the PATH. */
function ownNode() {
  var name = 'node-' + process.platform.replace('win32', 'win') + '-' + process.arch
  var file = process.platform === 'win32' ? 'node.exe' : 'node'
  var binary = path.join(root, 'node_modules', name, 'bin', file)
  return fs.existsSync(binary) ? binary : undefined
}

function runElsewhere(node, args) {
  var child = require('child_process').spawn(node, process.execArgv.concat(args), { stdio: 'inherit' })
  ;['SIGINT', 'SIGTERM', 'SIGHUP'].forEach(function (signal) {
    process.on(signal, function () {
      child.kill(signal)
    })
  })
  child.on('exit', function (code) {
    process.exitCode = code === null ? 1 : code
  })
}

var LOOK_MS = 250

/**
 * npm sends a signal to the shell that it runs this script in, and the shell ends without passing the signal on. So under
 * npm the script ends when its parent has ended.
 */
function endWithShell() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return
  var parent = process.ppid
  var looks = setInterval(function () {
    if (process.ppid === parent) return
    clearInterval(looks)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_MS)
  looks.unref()
}

endWithShell()
var why = whyNot()
if (why !== undefined) {
  console.error(why)
  process.exitCode = 1
} else if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  runElsewhere(ownNode(), [__filename].concat(process.argv.slice(2)))
} else {
  var script = path.resolve(root, process.argv[2])
  process.argv.splice(1, 2, script)
  import(require('url').pathToFileURL(script).href)
}
