// Plain JavaScript, see install.js.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fail, root, run } from './install.js'

const SOURCES = [
  'src/web',
  'src/contract',
  'src/core',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
]
const stamp = join(root, 'dist', 'web-built-from')

/** Whether there is a web app to build yet. */
const hasWebApp = () => existsSync(join(root, 'src/web/index.html')) || existsSync(join(root, 'index.html'))

/** Whether dist/web was built from the sources as they are now. */
export function webIsBuilt() {
  if (!hasWebApp()) return true
  return existsSync(join(root, 'dist/web')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()
}

/** Builds the web app when its sources have changed since the last time. */
export async function buildWeb(node) {
  if (!hasWebApp()) return console.log('There is no web app to build yet.')
  if (webIsBuilt()) return
  console.log('Building the web app.')
  const before = fingerprint() // what changes while it builds is for the next time
  const code = await run(node, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'])
  if (code !== 0) fail('The web app could not be built; what Vite said is above.')
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, before)
}

/** Names, sizes and times of all sources: an added, changed or deleted file is a difference. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap((path) => filesUnder(join(root, path))).sort()) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${relative(root, file)} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

function filesUnder(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return filesUnder(join(path, entry.name))
    return /\.test\.tsx?$/.test(entry.name) ? [] : [join(path, entry.name)]
  })
}
