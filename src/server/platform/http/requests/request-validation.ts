import type { FastifySchemaCompiler } from 'fastify'
import { z } from 'zod'
import { AppError, type FieldError } from '../app-error.ts'

/** Parses a part of a request with its zod schema. Refuses it with every issue, the field's name first. A missing body counts as an empty one. */
export const validateRequest: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (data) => {
    const input = httpPart === 'body' ? (data ?? {}) : data
    const result = z.safeParse(schema, input, { error: fallbackMessage })
    if (result.success) return { value: result.data }
    const errors = result.error.issues.flatMap((issue) => fieldErrors(issue, []))
    return { error: new AppError('invalid', errors[0]?.message ?? 'Invalid input', { errors }) }
  }
}

/** What is said where the schema has no words of its own. */
function fallbackMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (!issue.path?.length && issue.expected === 'object') return 'The request must be a JSON object'
      return issue.input === undefined ? 'Required' : (WRONG_TYPE[issue.expected] ?? 'Invalid input')
    case 'invalid_value':
    case 'invalid_union':
      return issue.input === undefined ? 'Required' : 'Invalid input'
    default:
      return undefined
  }
}

const WRONG_TYPE: Partial<Record<string, string>> = {
  string: 'Must be a text',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Must be true or false',
  array: 'Must be a list',
  object: 'Must be an object',
}

function fieldErrors(issue: z.core.$ZodIssue, parents: PropertyKey[]): FieldError[] {
  const path = [...parents, ...issue.path]
  if (issue.code === 'invalid_union') {
    // The last alternative is the real one ("empty, null or a phone number"): its words help, "Invalid input" does not.
    const alternative = issue.errors.at(-1)
    if (alternative?.length) return alternative.flatMap((inner) => fieldErrors(inner, path))
  }
  return [{ path: path.join('.'), message: issue.message }]
}
