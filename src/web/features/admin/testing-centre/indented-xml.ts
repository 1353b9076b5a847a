/** A document with one element per line, those that hold words on one line. What is no XML comes back unchanged. */
export function indentedXml(xml: string): string {
  const { documentElement } = new DOMParser().parseFromString(xml, 'text/xml')
  if (documentElement.ownerDocument.querySelector('parsererror')) return xml
  const declaration = /^<\?xml[^>]*\?>/.exec(xml)?.[0]
  return [...(declaration ? [declaration] : []), ...linesOf(documentElement, '')].join('\n')
}

function linesOf(element: Element, indent: string): string[] {
  const holdsElementsOnly = [...element.childNodes].every(
    (node) => node.nodeType === Node.ELEMENT_NODE || !node.textContent?.trim(),
  )
  if (!holdsElementsOnly || element.children.length === 0) return [indent + written(element)]
  const empty = element.cloneNode(false) as Element
  const open = written(empty).replace(/\s*\/>$|><\/[^>]*>$/, '>')
  const inner = [...element.children].flatMap((child) => linesOf(child, `${indent}  `))
  return [indent + open, ...inner, `${indent}</${element.tagName}>`]
}

function written(element: Element): string {
  return new XMLSerializer().serializeToString(element)
}
