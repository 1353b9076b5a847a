import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { bareEnvironment } from './bare-environment.ts'

const ROOT = join(import.meta.dirname, '..')

export interface RunningScript {
  child: ChildProcess
  /** What it has written to stderr so far. */
  errors(): string
  ended: Promise<{ code: number | null; stdout: string; stderr: string }>
}

/** Starts a program of `scripts/` as npm would, without the environment of the test run. */
export function startScript(name: string, args: readonly string[], env: Record<string, string>): RunningScript {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `scripts/${name}.ts`, ...args], {
    cwd: ROOT,
    env: { ...bareEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
  return { child, errors: () => stderr, ended }
}
