import { XMLParser, XMLValidator } from 'fast-xml-parser'

type XmlNode = Record<string, unknown>
export interface Element {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlNode[]
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  htmlEntities: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
})

/** The elements of a `<Response>`. Anything that is not well-formed XML with that root is invalid. */
export function readResponse(xml: string): { kind: 'read'; elements: Element[] } | { kind: 'invalid'; reason: string } {
  const verdict = XMLValidator.validate(xml)
  if (verdict !== true) return { kind: 'invalid', reason: `${verdict.err.msg} (line ${verdict.err.line})` }
  const roots = elementsOf(parser.parse(xml) as XmlNode[])
  const [root] = roots
  if (!root || roots.length !== 1 || root.name !== 'Response') {
    return { kind: 'invalid', reason: 'The document has no <Response> root' }
  }
  return { kind: 'read', elements: elementsOf(root.children) }
}

export function elementsOf(nodes: readonly XmlNode[]): Element[] {
  return nodes.flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ':@' && !key.startsWith('#'))
    if (name === undefined) return []
    return [
      {
        name,
        attributes: (node[':@'] ?? {}) as Record<string, string>,
        children: (node[name] ?? []) as XmlNode[],
      },
    ]
  })
}

/** All text inside an element, that of nested markup included, with white space folded. */
export function textOf(element: Element): string {
  return linesOf(element).replace(/\s+/g, ' ')
}

/** The same with its lines as they were written. */
export function linesOf(element: Element): string {
  return gatherText(element.children).trim()
}

function gatherText(nodes: readonly XmlNode[]): string {
  return nodes
    .map((node) => {
      const text = node['#text']
      if (text !== undefined) return String(text)
      return elementsOf([node])
        .map((child) => gatherText(child.children))
        .join(' ')
    })
    .join('')
}
