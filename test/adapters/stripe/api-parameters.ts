import description from '#server/adapters/payments/stripe/api-parameters.json' with { type: 'json' }
import type { Overheard } from './overhear.ts'

interface Operation {
  required: string[]
  parameters: Record<string, string>
}
const OPERATIONS = new Map<string, Operation>(Object.entries(description.operations))

/** What of a request the provider's public description does not know; empty when it knows all of it. */
export function unknownIn({ method, path, form }: Overheard): string[] {
  const found = [...OPERATIONS].find(([operation]) => isOperation(operation, method, path))
  if (!found) return [`${method} ${path}`]
  const [name, { required, parameters }] = found
  const given = [...form].map(([key, value]) => ({ key, value, kind: kindOf(key, parameters) }))
  const wrong = given.filter(({ value, kind }) => kind === undefined || !fits(kind, value))
  const absent = required.filter((each) => !given.some(({ key }) => key === each || key.startsWith(`${each}[`)))
  return [
    ...wrong.map(({ key, value }) => `${name}: ${key}=${value}`),
    ...absent.map((each) => `${name}: ${each} is missing`),
  ]
}

function isOperation(operation: string, method: string, path: string): boolean {
  const [knownMethod, knownPath = ''] = operation.split(' ')
  const parts = knownPath.split('/')
  const given = path.split('/')
  return (
    method === knownMethod &&
    parts.length === given.length &&
    parts.every((part, index) => (part.startsWith('{') ? given[index] !== '' : part === given[index]))
  )
}

/** `items[0][id]` is an `items[][id]`; `metadata[accountId]` a `metadata[*]`. */
function kindOf(key: string, parameters: Record<string, string>): string | undefined {
  const listed = key.replaceAll(/\[\d+\]/g, '[]')
  return parameters[listed] ?? parameters[listed.replace(/\[\w+\]$/, '[*]')]
}

function fits(kind: string, value: string): boolean {
  return kind.split(' or ').some((each) => {
    switch (each) {
      case 'string':
        return value !== ''
      case 'empty':
        return value === ''
      case 'integer':
        return /^-?\d+$/.test(value)
      case 'number':
        return value !== '' && Number.isFinite(Number(value))
      case 'boolean':
        return value === 'true' || value === 'false'
      default:
        return each.split('|').includes(value)
    }
  })
}
