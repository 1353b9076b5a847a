import { spawn } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Keeps what talks to each other on one processor. */
export interface OneProcessor {
  /** A process or thread of the system, by its number. Not waited for. */
  keep(id: number): void
}

/**
 * Keeps this thread on a processor, and the connections that it is told of: they wait for each other in turn, and to wake
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
