import { type ServerInMemory, startServerInMemory } from '../server-in-memory.ts'
import { forgoSafety } from './forgo-safety.ts'

/**
 * Starts a PostgreSQL that nothing else uses. Transactions in another database of the same server decide when old versions
 * of rows are removed, and so the order of rows in unordered reads: a seed would not repeat.
 */
export async function startSoakServer(): Promise<ServerInMemory> {
  const server = await startServerInMemory('cooee-soak-', 200)
  await forgoSafety(server.url)
  return server
}
