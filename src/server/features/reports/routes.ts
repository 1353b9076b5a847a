import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { reportQuery, reportSchema } from '#contract/calls/report.ts'
import { idParams } from '#contract/wire.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import { callsCsv } from './calls-csv.ts'
import { reportPdf } from './printed/report-pdf.ts'
import { type ReportDeps, readReport, readReportedCalls } from './read-report.ts'

/** A printed page takes some tenths of a second to make. */
const FILES: Quota = {
  name: 'report files',
  limit: 60,
  windowSeconds: 3600,
  message: 'You’ve downloaded a lot of reports this hour. Please try again later.',
}

const file = (type: string, description: string) => ({ 200: { description, content: { [type]: { schema: z.any() } } } })

const readerOf = ({ account, person }: FastifyRequest) => ({ accountId: account.id, personId: person.id })

/** How a loved one has been: for the screen, for the doctor and for a spreadsheet. Nothing that was said is in it. */
export const reportRoutes: FastifyPluginAsyncZod<{ deps: ReportDeps }> = async (app, { deps }) => {
  app.get(
    '/api/loved-ones/:id/report',
    {
      schema: {
        description:
          'How a loved one has been in the 30 or 90 days before today, on their clock: figures of calls, and what differs more than usual.',
        params: idParams,
        querystring: reportQuery,
        response: { 200: reportSchema },
      },
    },
    (request) => readReport(deps, readerOf(request), { lovedOneId: request.params.id, days: request.query.days }),
  )
  app.get(
    '/api/loved-ones/:id/report.pdf',
    {
      schema: {
        description: 'The same on two tagged pages (PDF/UA), for the doctor. Sixty files an hour.',
        params: idParams,
        querystring: reportQuery,
        response: file('application/pdf', 'The pages'),
      },
    },
    async (request, reply) => {
      const { account, params, query } = request
      // The doctor reads it: nobody in it is "you".
      const reader = { accountId: account.id, personId: null }
      const report = await readReport(deps, reader, { lovedOneId: params.id, days: query.days })
      await spendQuota(deps.db, FILES, String(account.id), deps.clock.now())
      const pdf = await reportPdf(report, deps.clock.now())
      request.log.info({ accountId: account.id, lovedOneId: params.id }, 'Report printed')
      return reply
        .header('content-disposition', `attachment; filename="cooee-report-${report.until}.pdf"`)
        .type('application/pdf')
        .send(pdf)
    },
  )
  app.get(
    '/api/loved-ones/:id/calls.csv',
    {
      schema: {
        description: 'The calls of these days, one a line, for a spreadsheet. Sixty files an hour.',
        params: idParams,
        querystring: reportQuery,
        response: file('text/csv', 'The calls'),
      },
    },
    async (request, reply) => {
      const { account, params, query } = request
      const calls = await readReportedCalls(deps, account.id, { lovedOneId: params.id, days: query.days })
      await spendQuota(deps.db, FILES, String(account.id), deps.clock.now())
      request.log.info({ accountId: account.id, lovedOneId: params.id }, 'Calls exported')
      return reply
        .header('content-disposition', `attachment; filename="cooee-calls-${query.days}-days.csv"`)
        .type('text/csv; charset=utf-8')
        .send(Readable.from(callsCsv(calls)))
    },
  )
}
