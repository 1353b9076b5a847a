import { useSyncExternalStore } from 'react'
import { z } from 'zod'

export const STEPS = ['answered', 'chatted', 'told', 'replied'] as const
export type Step = (typeof STEPS)[number]

const memory = z.object({
  readsAloud: z.boolean().catch(true),
  rings: z.boolean().catch(false),
  /** By number, where it was chosen: whether the person at this page answers it. */
  byHand: z.record(z.string(), z.boolean()).catch({}),
  done: z.array(z.enum(STEPS)).catch([]),
  /** When the page was first opened, or the things to try were reset: earlier events do not count. */
  begunAt: z.iso.datetime().catch(() => new Date().toISOString()),
})
type Memory = z.infer<typeof memory>

const KEY = 'cooee-sandbox'
const listeners = new Set<() => void>()
let current: Memory | undefined

function remembered(): Memory {
  if (!current) {
    current = memory.parse(stored())
    keep(current)
  }
  return current
}

function keep(now: Memory): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(now))
  } catch {
    // A browser that keeps nothing remembers as long as the page is open.
  }
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
  keep(current)
  for (const listener of listeners) listener()
}

/** What this browser remembers of the sandbox, re-rendering when it changes. */
export function useSandboxMemory(): Memory {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, remembered)
}
