import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { EscalationTiming } from '#core/escalation/ladder/escalation-timing.ts'
import type { ServerConfig } from '#server/composition/server-config.ts'
import type { DialTiming } from '#server/features/dialling/public.ts'
import type { DeliveryTimeouts } from '#server/features/messages/public.ts'

/** The settings of a server in a process of its own. */
export interface KillableServerSettings {
  port: number
  databaseUrl: string
  twilio: ServerConfig['twilio']
  /** Left out, these three are as shipped. */
  dialTiming?: DialTiming
  escalation?: EscalationTiming
  deliveryTimeouts?: DeliveryTimeouts
  /** Left out: its calls are no talks. */
  talkModel?: ServerConfig['talkModel']
  /** Further variables. */
  environment?: Record<string, string>
}

/** The whole product in a process of its own, which can be ended as a power cut would. */
export interface KillableServer {
  kill9(): Promise<void>
  /** Starts it again, on the same port and database, and waits until it listens. */
  restart(): Promise<void>
}

const PROGRAM = fileURLToPath(new URL('./killable-server-program.ts', import.meta.url))

export async function startKillableServer(settings: KillableServerSettings): Promise<KillableServer> {
  let child: ChildProcess
  async function start(): Promise<void> {
    child = fork(PROGRAM, [JSON.stringify(settings)], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('exit', (code) => reject(new Error(`The server ended while it started, with ${code}`)))
    })
  }
  await start()
  return {
    restart: start,
    async kill9() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
  }
}
