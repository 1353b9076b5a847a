import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { calendarBody, calendarSchema, newCalendarSchema } from '#contract/accounts/calendar.ts'
import { calendarText } from '#core/calendar/calendar-text.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import { calendarByToken, calendarOf, endCalendar, renewCalendar, showNamesInCalendar } from './calendars.ts'
import { callsToCome } from './calls-to-come.ts'

/** Apps ask each quarter of an hour at most, and a person has a few devices. */
const READS: Quota = {
  name: 'calendar',
  limit: 60,
  windowSeconds: 3600,
  message: 'This calendar was read a lot this hour. Please try again later.',
}

interface CalendarDeps {
  db: Db
  clock: Clock
  sealing: Sealing
  publicUrl: string
}

const path = '/api/calendar'

/** A member's calendar of calls to come, and the address that calendar apps fetch without a login. */
export const calendarRoutes: FastifyPluginAsyncZod<{ deps: CalendarDeps }> = async (app, { deps }) => {
  const { db, clock, publicUrl } = deps

  app.get(path, { schema: { response: { 200: calendarSchema } } }, (request) => calendarOf(db, ownerOf(request)))
  app.post(
    path,
    {
      schema: {
        description: 'Makes the calendar, or gives it a new address: the old one ends. The address is shown this once.',
        body: calendarBody,
        response: { 200: newCalendarSchema },
      },
    },
    async (request) => {
      const owner = ownerOf(request)
      const token = await renewCalendar(db, owner, { ...request.body, now: clock.now() })
      request.log.info(owner, 'Calendar address created')
      return { ...(await calendarOf(db, owner)), address: `${publicUrl}/api/calendars/${token}.ics` }
    },
  )
  app.patch(path, { schema: { body: calendarBody, response: { 200: calendarSchema } } }, async (request) => {
    await showNamesInCalendar(db, ownerOf(request), request.body.showNames)
    return calendarOf(db, ownerOf(request))
  })
  app.delete(path, { schema: { response: { 204: z.null() } } }, async (request, reply) => {
    await endCalendar(db, ownerOf(request))
    request.log.info(ownerOf(request), 'Calendar ended')
    return reply.code(204).send(null)
  })

  app.get(
    '/api/calendars/:token',
    {
      config: { access: 'open' },
      schema: {
        description: 'The calls of the next four weeks as iCalendar. The address is the proof.',
        params: z.object({ token: z.string().max(200) }),
        response: { 200: { description: 'The calendar', content: { 'text/calendar': { schema: z.any() } } } },
      },
    },
    async (request, reply) => {
      const calendar = await calendarByToken(db, request.params.token.replace(/\.ics$/, ''))
      const now = clock.now()
      await spendQuota(db, READS, `person ${calendar.personId} +calendar`, now)
      const text = calendarText(await callsToCome(deps, calendar, now), now)
      return reply
        .header('cache-control', 'private, max-age=900')
        .header('content-disposition', 'inline; filename="cooee.ics"')
        .type('text/calendar; charset=utf-8')
        .send(text)
    },
  )
}

const ownerOf = ({ account, person }: FastifyRequest) => ({ accountId: account.id, personId: person.id })
