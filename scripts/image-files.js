// node scripts/image-files.js <folder>: puts everything that a container needs to run Cooee into a folder: Node, the
// libraries that it is linked with, and the product as it was built. Nothing else is in the image, not even a shell.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from './install.js'

const PRODUCT = [
  'package.json',
  'LICENSE',
  'migrations',
  'dist/web',
  'dist/server',
  'scripts/health-check.js',
  'scripts/parent-watch.js',
]
/** Whom a process runs as, and how names of machines are found. */
const SYSTEM = ['/etc/passwd', '/etc/group', '/etc/nsswitch.conf']

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Name the folder: node scripts/image-files.js <folder>')
const image = resolve(folder)
const node = realpathSync(process.execPath)
copy(node, '/usr/local/bin/node')
for (const library of librariesOf(node)) copy(realpathSync(library), library)
for (const file of SYSTEM) if (existsSync(file)) copy(file, file)
for (const part of PRODUCT) if (existsSync(join(root, part))) copy(join(root, part), `/app/${part}`)
mkdirSync(join(image, 'tmp'))
chmodSync(join(image, 'tmp'), 0o1777)

function copy(from, to) {
  cpSync(from, join(image, to), { recursive: true })
}

/** As the loader finds them: every absolute path that ldd prints. */
function librariesOf(program) {
  return execFileSync('ldd', [program], { encoding: 'utf8' }).match(/\/\S+/g) ?? []
}
