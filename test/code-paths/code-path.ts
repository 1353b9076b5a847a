import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsOf, root } from '#test/architecture/sources.ts'

/** One file of a path. */
export interface Step {
  file: string
  /** The exported function that is entered. */
  enters: string
  /** Who has it by another way than an import: what the file before calls, and the interface or the queue that both know. */
  via?: { from: string; calls: string; known: string }
}

export interface CodePath {
  steps: readonly Step[]
  /** Files that answer a question on the way, and whose functions write nothing on it. */
  asked: readonly string[]
  /** Files by which others learn of it: the activity log, other systems, the wake-up of the call that follows. */
  noted: readonly string[]
}

export const textOf = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '')
const imported = (file: string) => importsOf({ path: file, text: textOf(file) }).map(({ to }) => to)
const names = (file: string, name: string) => new RegExp(String.raw`\b${name}\b`).test(textOf(file))
const exportsIt = (file: string, name: string) =>
  new RegExp(String.raw`^export (?:async )?(?:function|const) ${name}\b`, 'm').test(textOf(file))

/** Whether `from` names a function of `file` and imports it, itself or through a `public.ts`. */
function uses(from: string, { file, enters }: Step): boolean {
  if (!names(from, enters)) return false
  return imported(from).some(
    (to) => to === file || (to.endsWith('/public.ts') && names(to, enters) && imported(to).includes(file)),
  )
}

/** What is wrong with the steps: a function that is not there, or that nothing before it on the way uses. */
export function brokenSteps({ steps, asked }: CodePath): string[] {
  return steps.flatMap((step, place) => {
    const { file, enters, via } = step
    if (!exportsIt(file, enters)) return [`${file} exports no ${enters}`]
    if (place === 0) return []
    const before = [...steps.slice(0, place).map((other) => other.file), ...asked]
    if (via) {
      const isHandedOver =
        before.includes(via.from) &&
        textOf(via.from).includes(via.calls) &&
        names(via.from, via.known) &&
        names(file, via.known)
      return isHandedOver ? [] : [`${via.from} does not hand over to ${file}`]
    }
    return before.some((from) => uses(from, step)) ? [] : [`nothing before it uses ${enters} of ${file}`]
  })
}

/** The source of one function of a file, by its name; the whole file where the function cannot be isolated. */
export function sourceOf(file: string, name: string): string {
  const text = textOf(file)
  const head = String.raw`^([ \t]*)(?:export )?(?:async )?(?:function |const )?${name}\b`
  const block = new RegExp(String.raw`${head}[^\n]*[{(]\n[\s\S]*?^\1[})]+[,;]?$`, 'm').exec(text)
  const line = new RegExp(String.raw`${head}\s*[:(=][^\n]*[^{(\n]$`, 'm').exec(text)
  return block?.[0] ?? line?.[0] ?? text
}
