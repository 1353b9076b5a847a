import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Options } from 'autocannon'
import type { Distribution } from './distribution.ts'

export interface LoadResult {
  requests: number
  requestsPerSecond: number
  latencyMs: Distribution
}

/** Sends requests from another process; throws when one of them fails. */
export async function sendLoad(options: Options): Promise<LoadResult> {
  const child = fork(join(import.meta.dirname, 'load.ts'), { execArgv: ['--disable-warning=ExperimentalWarning'] })
  const exited = once(child, 'exit')
  child.send(options)
  const ended = exited.then(() => Promise.reject(new Error('The load could not be sent')))
  const [message] = await Promise.race([once(child, 'message'), ended])
  await exited
  const { failed, ...result } = message as LoadResult & { failed: number }
  if (failed > 0) throw new Error(`${failed} requests to ${options.url} failed`)
  return result
}
