import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A program of ours in a process of its own, which sends one message when it is ready and one for each that it gets. */
export interface AnsweringProcess {
  /** Its first message. */
  readonly first: unknown
  ask(question: string): Promise<unknown>
  stop(): Promise<void>
}

/** Starts it. What waits for an answer fails when the process ends. */
export async function startAnswering(
  program: string,
  args: readonly string[],
  execArgv: readonly string[] = [],
): Promise<AnsweringProcess> {
  const child = fork(program, args, {
    serialization: 'advanced',
    execArgv: ['--disable-warning=ExperimentalWarning', ...execArgv],
  })
  const exited = once(child, 'exit')
  const answer = async (): Promise<unknown> => {
    const ended = exited.then(() => Promise.reject(new Error(`${program} has stopped`)))
    const [message] = await Promise.race([once(child, 'message'), ended])
    return message
  }
  return {
    first: await answer(),
    async ask(question) {
      const answered = answer()
      child.send(question)
      return answered
    },
    async stop() {
      if (child.connected) child.disconnect()
      await exited
    },
  }
}
