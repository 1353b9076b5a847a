import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

/** A route as it was registered: for tests that hold for every route, also for those that come later. */
export interface RegisteredRoute {
  method: string
  url: string
  isOpen: boolean
  /** The names of the fields its body knows. */
  bodyFields: string[]
  queryFields: string[]
}

declare module 'fastify' {
  interface FastifyInstance {
    registeredRoutes: RegisteredRoute[]
  }
}

/** Keeps a list of every route that is registered after this. */
export function listRoutes(app: FastifyInstance): void {
  const routes: RegisteredRoute[] = []
  app.decorate('registeredRoutes', routes)
  app.addHook('onRoute', ({ method, url, config, schema }) => {
    for (const each of [method].flat()) {
      if (each === 'HEAD') continue
      routes.push({
        method: each,
        url,
        isOpen: config?.access === 'open',
        bodyFields: fieldsOf(schema?.body),
        queryFields: fieldsOf(schema?.querystring),
      })
    }
  })
}

function fieldsOf(schema: unknown): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}
