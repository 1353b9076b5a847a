import { useSyncExternalStore } from 'react'
import { z } from 'zod'

export const STEPS = ['answered', 'told', 'replied'] as const
export type Step = (typeof STEPS)[number]

const memory = z.object({
  readsAloud: z.boolean().catch(true),
  rings: z.boolean().catch(false),
  /** By number, where it was chosen: whether the person at this page answers it. */
  byHand: z.record(z.string(), z.boolean()).catch({}),
  done: z.array(z.enum(STEPS)).catch([]),
  /** When the things to try were begun anew: what was before does not count. */
  begunAt: z.iso.datetime().nullable().catch(null),
})
type Memory = z.infer<typeof memory>

const KEY = 'cooee-sandbox'
const listeners = new Set<() => void>()
let current: Memory | undefined

function remembered(): Memory {
  current ??= memory.parse(stored())
  return current
}

function stored(): unknown {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
  } catch {
    return {}
  }
}

/** Changes what this browser remembers of the sandbox. */
export function remember(change: Partial<Memory>): void {
  current = { ...remembered(), ...change }
  try {
    localStorage.setItem(KEY, JSON.stringify(current))
  } catch {
    // A browser that keeps nothing remembers as long as the page is open.
  }
  for (const listener of listeners) listener()
}

/** What this browser remembers of the sandbox, re-rendering when it changes. */
export function useSandboxMemory(): Memory {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, remembered)
}
