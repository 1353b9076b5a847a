import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { BaseUrlClient } from './base-url-client.ts'

test('an answer that trickles in counts as no answer, however long it takes', async () => {
  const server = http.createServer((_request, response) => {
    const dripping = setInterval(() => response.write(' '), 5)
    response.on('close', () => clearInterval(dripping))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const client = new BaseUrlClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const request = client.request({ method: 'get', uri: 'https://api.twilio.com/2010-04-01/Accounts.json', timeout: 50 })
  await expect(request).rejects.toMatchObject({ code: 'ERR_CANCELED' })
})
