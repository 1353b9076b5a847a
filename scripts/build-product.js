// Plain JavaScript, see install.js.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fail, root, run } from './install.js'

/** What is built, from which sources, by which program. */
const PARTS = [
  {
    name: 'web app',
    folder: 'dist/web',
    stamp: 'dist/web-built-from',
    sources: [
      'src/web',
      'src/contract',
      'src/core',
      'vite.config.ts',
      'scripts/leaner-packages.ts',
      'tsconfig.json',
      'package-lock.json',
    ],
    program: ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
  },
  {
    name: 'server',
    folder: 'dist/server',
    stamp: 'dist/server-built-from',
    sources: [
      'src/server',
      'src/contract',
      'src/core',
      'src/simulators',
      'scripts',
      'package.json',
      'package-lock.json',
    ],
    program: ['scripts/bundle-server.js'],
  },
]

/** Whether dist was built from the sources as they are now. */
export function isBuilt() {
  return PARTS.every(partIsBuilt)
}

/** Builds the parts whose sources have changed since the last time. */
export async function buildProduct(node) {
  await Promise.all(PARTS.filter((part) => !partIsBuilt(part)).map((part) => buildPart(node, part)))
}

function partIsBuilt({ folder, stamp, sources }) {
  const built = join(root, stamp)
  return existsSync(join(root, folder)) && existsSync(built) && readFileSync(built, 'utf8') === fingerprint(sources)
}

async function buildPart(node, { name, stamp, sources, program }) {
  console.log(`Building the ${name}.`)
  const before = fingerprint(sources) // what changes while it builds is for the next time
  const code = await run(node, program)
  if (code !== 0) fail(`The ${name} could not be built; the reason is above.`)
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, stamp), before)
}

/** Names, sizes and times of all sources: an added, changed or deleted file is a difference. */
function fingerprint(sources) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((path) => filesUnder(join(root, path))).sort()) {
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
