import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { makeFolderInMemory } from '#test/folder-in-memory.ts'
import { startProductOn } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder that the first start of the product left; `copyOfFirstStart()` copies it. */
    firstStart: string
  }
}

/** Vitest's global setup: starts the product once on an empty folder, as an operator does, and stops it. */
export default async function startOnce(project: TestProject): Promise<() => void> {
  const dataDir = await makeFolderInMemory('cooee-first-start-')
  const product = await startProductOn(dataDir)
  await product.shutDown()
  project.provide('firstStart', dataDir)
  return () => rmSync(dataDir, { recursive: true, force: true })
}
