// Plain JavaScript for the Node that happens to be installed (20 or newer): it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const modules = join(root, 'node_modules')

/** Ends the script with one plain sentence. */
export function fail(sentence) {
  console.error(`\n${sentence}`)
  process.exit(1)
}

/**
 * Installs the packages of package-lock.json unless they are there already, and returns the path of the Node that the
 * product runs on. `withDevelopment` false: packages that only building and testing need may be missing.
 */
export async function install({ withDevelopment }) {
  if (!isInstalled(withDevelopment)) {
    if (existsSync(modules) && lstatSync(modules).isSymbolicLink()) {
      fail('node_modules is a link and does not hold what package-lock.json asks for: run npm ci where it points to.')
    }
    console.log('Installing the packages (npm ci); the first time takes a minute.')
    const code = await run('npm', ['ci', '--include=dev', '--loglevel=error'], {
      env: environmentForNpm(),
      shell: process.platform === 'win32',
    })
    if (code !== 0) fail('npm ci failed; what it said is above. Cooee needs the npm registry for its first start.')
  }
  return ensureNode()
}

/** Compares what npm noted down when it installed with what the lock file asks for. Times of files say nothing after a checkout. */
function isInstalled(withDevelopment) {
  const wanted = readPackages(join(root, 'package-lock.json'))
  const present = readPackages(join(modules, '.package-lock.json'))
  return Object.entries(wanted).every(([path, { version, optional, dev, devOptional, peer }]) => {
    if (path === '') return true
    if (present[path]) return present[path].version === version
    // Optional: built for another kind of machine.
    return optional || devOptional || peer || (dev && !withDevelopment)
  })
}

function readPackages(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages
  } catch {
    return {}
  }
}

/** The product's own Node is a package whose install script fetches the program, unless install scripts are blocked. */
async function ensureNode() {
  const folder = join(modules, 'node')
  const node = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const works = () => spawnSync(node, ['--version']).status === 0
  if (works()) return node
  console.log('Fetching the Node that Cooee runs on.')
  await run(process.execPath, ['installArchSpecificPackage.js'], { cwd: folder, env: environmentForNpm() })
  if (!works()) fail(`${node} does not run on this machine (${process.platform} ${process.arch}).`)
  return node
}

/** npm must not run on the Node inside node_modules: it is about to replace it. */
function environmentForNpm() {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !/node_modules[\\/]\.bin[\\/]?$/.test(folder))
  return { ...process.env, PATH: path.join(delimiter) }
}

/** Runs a program in the root of the project with its output shown, passes signals on, and returns its exit code. */
export function run(program, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options })
    const pass = (signal) => {
      // In a terminal Ctrl-C reaches the child by itself, and twice would mean "at once".
      if (!(signal === 'SIGINT' && process.stdin.isTTY)) child.kill(signal)
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, pass)
    const finish = (code) => {
      for (const signal of signals) process.off(signal, pass)
      done(code)
    }
    child.once('error', (error) => {
      console.error(error.message)
      finish(127)
    })
    child.once('exit', (code, signal) => finish(code ?? (signal === 'SIGINT' ? 130 : 143)))
    options.started?.(child)
  })
}
