import { parseArgs } from 'node:util'
import { startTwilioSimulator } from '#simulators/twilio/twilio-simulator.ts'
import type { PhonesReport } from './phone-process.ts'

// The phone sandbox in a process of its own, as a provider would be: started by phone-process.ts, ends with its parent.
const { values } = parseArgs({
  options: {
    accountSid: { type: 'string' },
    authToken: { type: 'string' },
    ringSeconds: { type: 'string' },
    silent: { type: 'boolean', default: false },
    from: { type: 'string' },
  },
})
const phones = await startTwilioSimulator({
  accountSid: values.accountSid ?? '',
  authToken: values.authToken ?? '',
  numbers: [values.from ?? ''],
  ringSeconds: Number(values.ringSeconds),
  deliverCallbacks: !values.silent,
})

process.on('disconnect', () => process.exit(0))
process.on('message', () => process.send?.(report()))
process.send?.(phones.url)

function report(): PhonesReport {
  const calls = phones.calls()
  const requests = calls.flatMap((call) => call.requests)
  return {
    received: calls.map(({ to, createdTime }) => ({ to, atMs: createdTime.getTime() })),
    requests: requests.length,
    lostRequests: requests.filter(({ statusCode }) => statusCode === null || statusCode >= 400).length,
  }
}
