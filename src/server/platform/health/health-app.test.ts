import { pino } from 'pino'
import { Counter, Registry } from 'prom-client'
import { afterEach, expect, test } from 'vitest'
import type { HttpApp } from '../http/http-app.ts'
import { buildHealthApp } from './health-app.ts'

let app: HttpApp | undefined
afterEach(() => app?.close())

async function aWorker(works = true, isLocal = false) {
  const metrics = new Registry()
  new Counter({ name: 'things_done', help: 'Things done.', registers: [metrics] }).inc(3)
  const check = async () => {
    if (!works) throw new Error('It does not')
  }
  app = await buildHealthApp({
    log: pino({ level: 'silent' }),
    readiness: [{ name: 'clock', check }],
    metrics,
    isLocal,
  })
  return app
}

test('a worker says that it is up, and whether it can work', async () => {
  const working = await aWorker()
  expect((await working.inject('/api/health')).json()).toEqual({ status: 'ok' })
  expect((await working.inject('/api/ready')).json()).toEqual({ status: 'ok', checks: [{ name: 'clock', ok: true }] })
  await working.close()
  const ready = await (await aWorker(false)).inject('/api/ready')
  expect(ready.statusCode).toBe(503)
  expect(ready.json()).toEqual({ status: 'not ready', checks: [{ name: 'clock', ok: false }] })
})

test('its figures are for this machine, on its own port', async () => {
  expect((await (await aWorker()).inject('/metrics')).statusCode).toBe(404)
  await app?.close()
  const worker = await aWorker(true, true)
  expect((await worker.inject('/metrics')).body).toContain('things_done 3')
  const fromElsewhere = await worker.inject({ url: '/metrics', remoteAddress: '203.0.113.7' })
  expect(fromElsewhere.statusCode).toBe(403)
})

test('there is nothing else on its port', async () => {
  const worker = await aWorker()
  for (const url of ['/', '/api/docs', '/api/loved-ones', '/api/twilio/inbound/voice']) {
    expect((await worker.inject(url)).statusCode).toBe(404)
  }
})
