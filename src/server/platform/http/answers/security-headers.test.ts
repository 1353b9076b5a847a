import { expect, test } from 'vitest'
import { securityHeaders } from './security-headers.ts'

const publicUrl = 'https://cooee.example.com.au'

test.each([
  ['the sandbox’s page on the local port', true, '/sandbox?from=mail', true],
  ['another page on the local port', true, '/sandboxes', false],
  ['its API', true, '/api/sandbox/phones', false],
  ['the public port', false, '/sandbox', false],
])('the microphone on %s', (_where, isLocal, url, may) => {
  const policy = securityHeaders({ publicUrl, isLocal })(url)['permissions-policy'] ?? ''
  expect(policy.includes('microphone=()')).toBe(!may)
  expect(policy).toContain('camera=()')
})
