import { expect, test } from 'vitest'
import { securityHeaders } from './security-headers.ts'

const publicUrl = 'https://cooee.example.com.au'

test.each([
  ['the sandbox’s page on the local port', true, '/sandbox?from=mail', true],
  ['another page on the local port', true, '/sandboxes', false],
  ['its API', true, '/api/sandbox/phones', false],
  ['the public port', false, '/sandbox', false],
  ['the page where a member records their voice', false, '/calls/voice/12', true],
  ['the calls', false, '/calls', false],
  ['what is below that page', false, '/calls/voice/12/more', false],
  ['an API that is named like it', false, '/api/calls/12/voice', false],
])('the microphone on %s', (_where, isLocal, url, may) => {
  const policy = securityHeaders({ publicUrl, isLocal })(url)['permissions-policy'] ?? ''
  expect(policy.includes('microphone=()')).toBe(!may)
  expect(policy).toContain('camera=()')
})
