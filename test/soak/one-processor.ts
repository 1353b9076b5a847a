import { spawn } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Pins a thread and its connections to one processor. */
export interface OneProcessor {
  /** Pins a process or thread by its number. Not awaited. */
  keep(id: number): void
}

/**
 * Pins this thread and the given connections to a processor: they wait for each other in turn, and to wake
 * one on another processor takes longer than most statements. Where the system cannot do it, nothing happens; nothing of
 * the course depends on it.
 */
export function keepOnProcessor(index: number): OneProcessor {
  const nothing: OneProcessor = { keep() {} }
  if (process.platform !== 'linux') return nothing
  const processor = index % availableParallelism()
  const shell = spawn('/bin/sh', [], { stdio: ['pipe', 'ignore', 'ignore'] })
  shell.on('error', () => {})
  shell.stdin.on('error', () => {})
  shell.unref()
  const one: OneProcessor = {
    keep: (id) => void shell.stdin.write(`taskset -pc ${processor} ${id}\n`),
  }
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  one.keep(thread)
  return one
}
