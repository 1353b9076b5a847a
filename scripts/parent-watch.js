// Plain JavaScript, loaded before the product (`node --import`) and by the start script on the Node that is installed.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const POLL_MS = 500
const PATIENCE_MS = 15_000

/**
 * Calls `gone` once when our parent process has died without passing a signal on (kill -9 of npm, of the start script).
 * An orphaned server would hold its port and go on calling people without anybody knowing.
 */
export function watchParent(gone) {
  if (process.connected) {
    process.once('disconnect', gone)
    process.channel?.unref()
  } else if (process.env.npm_lifecycle_event) {
    const before = ancestors()
    const timer = setInterval(() => {
      if (ancestors() === before) return
      clearInterval(timer)
      gone()
    }, POLL_MS)
    timer.unref()
  }
}

/** Our parent and its parent: npm puts a shell between itself and us. */
function ancestors() {
  return `${process.ppid} ${parentOf(process.ppid)}`
}

function parentOf(pid) {
  try {
    if (process.platform === 'linux') {
      // The second field, the name in brackets, may hold spaces; the parent is the second after it.
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]
    }
    if (process.platform === 'win32') return ''
    return execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

/** Asks the product to stop in good order, and ends it when it does not. */
function stopProduct() {
  setTimeout(() => process.exit(1), PATIENCE_MS).unref()
  process.kill(process.pid, 'SIGTERM')
}

if (process.env.COOEE_STOP_WITH_PARENT) watchParent(stopProduct)
