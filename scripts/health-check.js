// The health check of a container: exits with 0 while the server can do its work.
const port = process.env.HEALTH_PORT || process.env.PORT || '3000'
try {
  const answer = await fetch(`http://127.0.0.1:${port}/api/ready`, { signal: AbortSignal.timeout(4000) })
  if (!answer.ok) console.error(await answer.text())
  process.exitCode = answer.ok ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
