import { SANDBOX_SCREEN } from '#contract/screens.ts'
import type { Env } from '#server/platform/environment/env.ts'
import type { HttpApp } from '#server/platform/http/http-app.ts'

export const LOOPBACK = '127.0.0.1'
const ABOVE = 1_000
const HIGHEST_PORT = 65_535

/** LOCAL_PORT, or 1000 above the port of the process, so that several on one machine have one each; 0 takes any that is free. */
export function localPortOf({ LOCAL_PORT }: Env, port = 0): number {
  if (LOCAL_PORT !== undefined || port === 0) return LOCAL_PORT ?? 0
  return port + (port > HIGHEST_PORT - ABOVE ? -ABOVE : ABOVE)
}

/** Listens, or says which variable names another port where this one is taken. */
export async function listen(app: HttpApp, port: number | undefined, host: string, variable: string): Promise<string> {
  try {
    return await app.listen({ port, host })
  } catch (error) {
    throw isAddressInUse(error) ? new Error(`Port ${port} is taken. Set ${variable} to another one.`) : error
  }
}

/** Where the sandbox is played on, by the name under which people here know this machine. */
export function sandboxAddressOf({ PUBLIC_URL }: Env, localAddress: string): string {
  const { hostname } = new URL(PUBLIC_URL)
  return `http://${hostname === '[::1]' ? LOOPBACK : hostname}:${new URL(localAddress).port}${SANDBOX_SCREEN}`
}

function isAddressInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
