import { useMemo } from 'react'
import type { z } from 'zod'
import { useShown } from './shown-place.ts'

/** The parameters of an address, also written as in JSON; one that is given twice is a list. Old links say so. */
export function parseSearch(search: string): Record<string, unknown> {
  const query = new URLSearchParams(search)
  const values = [...new Set(query.keys())].map((name) => {
    const [value, ...more] = query.getAll(name).map(parseValue)
    return [name, more.length > 0 ? [value, ...more] : value]
  })
  return Object.fromEntries(values)
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Writes parameters so that `parseSearch` reads the same: with the question mark, or nothing at all. */
export function writeSearch(values: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) query.set(name, writeValue(value))
  }
  return query.size > 0 ? `?${query}` : ''
}

function writeValue(value: unknown): string {
  const isPlain = typeof value === 'string' ? parseValue(value) === value : typeof value !== 'object' || value === null
  return isPlain ? String(value) : JSON.stringify(value)
}

/** What the address of the screen says. wouter's own `useSearch` decodes once too often: "%2526" becomes "&". */
export function useSearch<Schema extends z.ZodObject>(schema: Schema): z.output<Schema> {
  const search = useShown(({ place }) => place.search)
  return useMemo(() => schema.parse(parseSearch(search)), [schema, search])
}
