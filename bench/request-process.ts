import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A program of ours in a process of its own. It sends one message when it is ready, and one response to each request. */
export interface RequestProcess {
  /** Its first message. */
  readonly first: unknown
  request(name: string): Promise<unknown>
  stop(): Promise<void>
}

/** Starts it. A request without a response fails when the process ends. */
export async function startRequestProcess(
  program: string,
  args: readonly string[],
  execArgv: readonly string[] = [],
): Promise<RequestProcess> {
  const child = fork(program, args, {
    serialization: 'advanced',
    execArgv: ['--disable-warning=ExperimentalWarning', ...execArgv],
  })
  const exited = once(child, 'exit')
  const nextMessage = async (): Promise<unknown> => {
    const ended = exited.then(() => Promise.reject(new Error(`${program} has stopped`)))
    const [message] = await Promise.race([once(child, 'message'), ended])
    return message
  }
  return {
    first: await nextMessage(),
    async request(name) {
      const response = nextMessage()
      child.send(name)
      return response
    },
    async stop() {
      if (child.connected) child.disconnect()
      await exited
    },
  }
}
