import { Writable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { createLogger } from '../../health/logger.ts'
import { databaseOutage } from './database-outage.ts'

function aLog(reach: () => Promise<unknown>) {
  const lines: string[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push((JSON.parse(String(chunk)) as { msg: string }).msg)
      done()
    },
  })
  const outage = databaseOutage()
  const log = createLogger({ level: 'info', destination, outage })
  outage.watch(reach, log)
  return { log, lines }
}

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

test('an outage of the database is one line when it begins and one when it ends, whatever fails meanwhile', async () => {
  let isUp = false
  const { log, lines } = aLog(async () => {
    if (!isUp) throw refused()
  })
  log.error(refused(), 'Poll failed')
  log.warn({ err: refused() }, 'Job failed; retrying')
  await vi.waitFor(() => expect(lines).toEqual(['Database not reachable; retrying']))
  log.error(refused(), 'Poll failed')
  log.info('A call was cancelled')
  isUp = true
  await vi.waitFor(() => expect(lines).toHaveLength(3), { timeout: 5_000 })
  expect(lines.slice(1)).toEqual([
    'A call was cancelled',
    expect.stringMatching(/^Database reachable again after \d+ s$/),
  ])
  isUp = false
  log.error(refused(), 'Poll failed')
  await vi.waitFor(() => expect(lines.at(3)).toBe('Database not reachable; retrying'))
})

test('a mail server that refuses its connection is no outage of the database: its line is written', async () => {
  const { log, lines } = aLog(async () => {})
  log.error(refused(), 'Mail not sent; retrying')
  await vi.waitFor(() => expect(lines).toEqual(['Mail not sent; retrying']))
})
