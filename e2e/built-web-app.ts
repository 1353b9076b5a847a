import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Vitest's global setup: the journeys run against the web app as it is shipped. */
export default function needBuiltWebApp(): void {
  if (existsSync(join(import.meta.dirname, '../dist/web/index.html'))) return
  throw new Error('The web app is not built yet: run `npm run build` first, or `npm test`, which builds it.')
}
