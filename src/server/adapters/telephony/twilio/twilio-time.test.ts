import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { twilioTime } from './twilio-time.ts'

const account = { accountSid: 'AC1', authToken: 'secret', from: '+61200000000' }

/** A provider that answers everything with this status and this `Date`. */
async function aProvider(status: number, date: string | null): Promise<string> {
  const server = http.createServer((_request, response) => {
    response.sendDate = false
    response.writeHead(status, date === null ? {} : { date }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each([200, 401, 404, 503])('every answer of the provider gives the time: %i', async (status) => {
  const baseUrl = await aProvider(status, 'Tue, 10 Mar 2026 22:00:00 GMT')
  expect(await twilioTime({ ...account, baseUrl })()).toEqual(new Date('2026-03-10T22:00:00Z'))
})

test.each([null, 'yesterday'])('an answer with the date %s gives no time', async (date) => {
  const baseUrl = await aProvider(200, date)
  await expect(twilioTime({ ...account, baseUrl })()).rejects.toThrow('does not give the time')
})

test('a provider that cannot be reached gives no time', async () => {
  await expect(twilioTime({ ...account, baseUrl: 'http://127.0.0.1:1' })()).rejects.toThrow()
})
