import { buildHealthApp } from '#server/platform/health/health-app.ts'
import type { HttpApp } from '#server/platform/http/http-app.ts'
import type { JobEngine } from '#server/platform/work/job-engine.ts'
import { buildServerApp } from './app.ts'
import type { Features } from './build-features.ts'
import { buildLocalApp } from './local-app.ts'
import type { ServerConfig } from './server-config.ts'
import { type ListeningParts, webSideParts } from './web-side-parts.ts'

/** A worker has no other business on the network than to say how it is. */
export function portOf({ env, role }: ServerConfig): number | undefined {
  return role === 'worker' ? env.HEALTH_PORT : env.PORT
}

/** The web side; of a worker only what says how it is, where a port is given for that. */
export async function buildListeningSide(
  config: ServerConfig,
  jobs: JobEngine,
  features: Features,
  parts: ListeningParts,
): Promise<{ app: HttpApp | null; localApp: HttpApp | null }> {
  const { env, role, log } = config
  if (role !== 'worker') {
    const webParts = webSideParts(config, jobs, features, parts)
    return { app: await buildServerApp(webParts), localApp: await buildLocalApp(webParts) }
  }
  if (env.HEALTH_PORT === undefined) return { app: null, localApp: null }
  const { metrics, readiness } = parts
  const shared = { log, metrics, readiness, trustProxy: env.TRUST_PROXY }
  return {
    app: await buildHealthApp({ ...shared, metricsToken: env.METRICS_TOKEN }),
    localApp: await buildHealthApp({ ...shared, isLocal: true }),
  }
}
