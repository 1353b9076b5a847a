import { spawn } from 'node:child_process'

/**
 * An embedded server outlives us by design, so a run that is killed needs somebody who notices: a shell that waits for our
 * end, stops the server and removes its folder. Returns how to call it off.
 */
export function removeWhenWeDie(dataDir: string): () => void {
  if (process.platform === 'win32') return () => {}
  const script = `
    cat >/dev/null
    pid=$(head -n 1 "$0/postgres/postmaster.pid" 2>/dev/null) || exit 0
    kill -INT "$pid"
    while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
    rm -rf "$0"`
  const watcher = spawn('/bin/sh', ['-c', script, dataDir], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  watcher.unref()
  return () => watcher.kill()
}
