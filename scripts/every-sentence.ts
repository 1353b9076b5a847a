import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { parseSync } from 'vite'

const ROOT = new URL('..', import.meta.url).pathname
/**
 * Pictures, demonstrations, what only programs read, words that are said to us, and what calls say, which has a page of its own
 * (docs/what-a-call-says.md).
 */
const UNREAD =
  /\.test\.|-fixture\.|\/(illustrations|conversation|understanding|guards|sandbox|schema|audit)\/|languages\/(?!english\/(texts|ringing)|review)|\/(demo|local-app|sandbox[\w-]*|measure-[\w-]+|easily-guessed|content-words|what-they-ask|instructions|read-summary|exported-columns|api-docs)\.ts|server\/adapters\/(?!payments\/stripe\/failures)/
/** What only the people who run a Cooee read. */
const OF_OPERATORS =
  /\/(admin|webhooks|platform)\/|server\/[\w-]+\.ts|mail-admins|web\/features\/landing\/(structured|robots)/
/** What the platform may answer anybody. */
const OF_EVERYBODY =
  /platform\/(error-answers|ordinary-number|phone-permission|request-validation|public-pages|admission\/)/
/** Elements inside of a sentence. */
const INLINE = /^(a|b|strong|em|span|code|TextLink|AppLink|ContactBlank|VisuallyHidden)$/
/** Whose arguments nobody reads: logs, errors of programmers, queries. */
const UNREAD_CALLS =
  /^(log|logger|console|z|db|trx|tx|transaction)$|^(selectFrom|select|where|innerJoin|leftJoin|orderBy|groupBy|on|onRef|whereRef|returning|as|set|fn)$/
const UNREAD_ERRORS = /^(Error|RangeError|TypeError)$/
const UNREAD_KEYS = new Set(['className', 'href', 'pattern', 'operationId', 'regex'])
/** Styles, addresses, patterns, settings of a database session and lines of the log. */
const NO_SENTENCE =
  /^<|\(\?:|not looked (for|after)|[_<>[\]=|\\]{2}|[a-z][A-Z]\w*\.|^[\w:./[\]()%-]+$|^(GET|POST|PUT|PATCH|DELETE|HTTP|Bearer) |(^| )(max-|min-|md:|lg:|sm:|px-|mt-|grid |text-|gap-)|: ?(no-|[\w-]+;)|;\s*\w+=|^set (local )?\w+ = /

interface Node {
  type: string
  name?: unknown
  value?: unknown
  [key: string]: unknown
}

/** The sentences in the text of one source file, in their order; what is put in at run time stands in braces. */
export function sentencesOf(file: string, source: string): string[] {
  const found: string[] = []
  const add = (words: string) => {
    const sentence = words.replaceAll(/\s+/g, ' ').trim()
    if (isSentence(sentence) && !found.includes(sentence)) found.push(sentence)
  }
  const visit = (node: Node, isInside = false): void => {
    if (/^(Import|ExportAll|TaggedTemplate)|^TS(?!As|Satisfies|NonNull)/.test(node.type) || isUnread(node)) return
    if (isUnreadCall(node)) {
      // What is done in a transaction or beside a query may still say something.
      for (const inner of functionsIn(node)) visit(inner)
      return
    }
    if (node.type === 'Literal' && typeof node.value === 'string') add(node.value)
    if (node.type === 'TemplateLiteral') add(wordsOf(node))
    const says = childrenOf(node, 'children').some(isText)
    if (says && !isInside) add(wordsOf(node))
    for (const key of Object.keys(node))
      for (const child of childrenOf(node, key)) visit(child, says && isInline(child))
  }
  visit(parseSync(file, source).program as unknown as Node)
  return found
}

function childrenOf(node: Node, key: string): Node[] {
  const value = node[key]
  return (Array.isArray(value) ? value : [value]).filter((child) => typeof child?.type === 'string')
}

const one = (node: Node, key: string): Node | undefined => childrenOf(node, key)[0]
const isText = (node: Node) => node.type === 'JSXText' && /\w/.test(String(node.value))
const isInline = (node: Node) => node.type === 'JSXElement' && INLINE.test(nameOf(one(node, 'openingElement')))

function isUnread(node: Node): boolean {
  if (node.type === 'NewExpression') return UNREAD_ERRORS.test(nameOf(one(node, 'callee')))
  if (node.type === 'JSXAttribute' || node.type === 'Property')
    return UNREAD_KEYS.has(nameOf(one(node, 'name') ?? one(node, 'key')))
  return false
}

function isUnreadCall(node: Node): boolean {
  if (node.type !== 'CallExpression') return false
  const callee = one(node, 'callee')
  return UNREAD_CALLS.test(nameOf(callee)) || (callee !== undefined && UNREAD_CALLS.test(nameOf(one(callee, 'object'))))
}

/** The outermost functions in a node. */
function functionsIn(node: Node): Node[] {
  return Object.keys(node).flatMap((key) =>
    childrenOf(node, key).flatMap((child) => (/Function/.test(child.type) ? [child] : functionsIn(child))),
  )
}

/** The last name in an expression: `name` of `person.name` and of `name`, `shortName` of `shortName(name)`. */
function nameOf(node: Node | undefined): string {
  if (!node) return ''
  if (typeof node.name === 'string') return node.name
  return nameOf(one(node, 'property') ?? one(node, 'callee') ?? one(node, 'name') ?? one(node, 'expression'))
}

function wordsOf(node: Node): string {
  if (node.type === 'JSXText' || node.type === 'Literal') return String(node.value)
  if (node.type === 'TemplateLiteral') {
    const holes = childrenOf(node, 'expressions')
    return childrenOf(node, 'quasis')
      .map(({ value }, at) => (value as { cooked: string }).cooked + (holes[at] ? `{${nameOf(holes[at]) || '…'}}` : ''))
      .join('')
  }
  if (node.type === 'JSXExpressionContainer') {
    const inside = one(node, 'expression')
    return inside?.type === 'Literal'
      ? wordsOf(inside)
      : inside?.type === 'JSXEmptyExpression'
        ? ''
        : `{${nameOf(inside) || '…'}}`
  }
  const children = childrenOf(node, 'children')
  if (children.length === 0) return `{${nameOf(one(node, 'openingElement'))}}`
  return children
    .filter((child) => child.type !== 'JSXElement' || isInline(child))
    .map(wordsOf)
    .join('')
}

function isSentence(words: string): boolean {
  if (NO_SENTENCE.test(words)) return false
  const count = words.split(' ').filter((word) => /[a-z]{2}|^[IaA]$/.test(word)).length
  return /^["“'(]?([A-Z]|\{)/.test(words) ? count >= 2 : count >= 3
}

/** Every sentence that somebody outside of Cooee can read, by room and feature: the page docs/every-sentence.md. */
export function everySentence(): string {
  const files = globSync('src/{core,contract,server,web}/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((file) => !UNREAD.test(`/${file}`))
    .sort()
  const page = (title: string, chosen: string[]) => {
    const features = Map.groupBy(chosen, (file) =>
      file
        .split('/')
        .slice(1, /\/features\//.test(file) ? 4 : 3)
        .join('/')
        .replace(/\.tsx?$/, ''),
    )
    const parts = [...features].map(([feature, files]) => ({
      feature,
      sentences: new Set(files.flatMap((file) => sentencesOf(file, readFileSync(ROOT + file, 'utf8')))),
    }))
    const text = parts
      .filter(({ sentences }) => sentences.size > 0)
      .map(({ feature, sentences }) => `### ${feature}\n\n${[...sentences].map((s) => `- ${s}`).join('\n')}\n`)
    return `## ${title}\n\n${text.join('\n')}`
  }
  const isOperators = (file: string) => OF_OPERATORS.test(`/${file}`) && !OF_EVERYBODY.test(file)
  return `# Every sentence

Written by \`node scripts/every-sentence.ts\` from the sources; a test compares them. What is put in when it is said stands in braces; parts that
are put together with others begin small. Read what you changed here aloud, as you would say it on the phone to a neighbour.

${page(
  'For families',
  files.filter((file) => !isOperators(file)),
)}
${page('For operators', files.filter(isOperators))}`
}

if (import.meta.main) writeFileSync(new URL('../docs/every-sentence.md', import.meta.url), everySentence())
