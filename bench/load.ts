import autocannon from 'autocannon'

// Sends the requests, in a process of its own so that it does not take the server's turn: started by http-load.ts.
process.once('message', async (options: autocannon.Options) => {
  const result = await autocannon(options)
  const { p50, p99, max } = result.latency
  process.send?.({
    requests: result.requests.total,
    requestsPerSecond: result.requests.total / result.duration,
    latencyMs: { p50, p99, max },
    failed: result.non2xx + result.errors + result.timeouts,
  })
  process.disconnect?.()
})
process.on('disconnect', () => process.exit(0))
