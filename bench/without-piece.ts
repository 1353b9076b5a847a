import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PIECES } from './pieces.ts'

// Imported before anything else by the process that is measured: takes the piece named in its arguments out of the product.
const name = process.argv[2] ?? ''
const piece = PIECES[name]
if (piece) {
  const path = join(import.meta.dirname, '..', piece.file)
  const source = readFileSync(path, 'utf8')
  if (source.split(piece.text).length !== 2) throw new Error(`${piece.file} does not hold the text of ${name} once`)
  const address = pathToFileURL(path).href
  registerHooks({
    load(url, context, next) {
      if (url !== address) return next(url, context)
      return {
        format: 'module',
        shortCircuit: true,
        source: stripTypeScriptTypes(source.replace(piece.text, piece.replacement)),
      }
    },
  })
}
