import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { addPushDeviceBody, pushDevicesSchema } from '#contract/accounts/push-devices.ts'
import { idParams } from '#contract/wire.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/http/app-error.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import {
  type AskingBrowser,
  addPushDevice,
  listPushDevices,
  type PushDeps,
  removePushDevice,
  renewPushDevice,
} from './push-devices.ts'
import type { PushContent } from './send-push.ts'

interface PushRoutesDeps extends PushDeps {
  publicUrl: string
  /** Writes a push for one device into the outbox. */
  enqueuePush(
    trx: Trx,
    push: { accountId: number; personId: number; deviceId: number; content: PushContent },
  ): Promise<void>
  /** The token by which the browser of a request is known. */
  deviceTokenOf(request: FastifyRequest): string | undefined
  /** For a session, by its hash, that began before browsers were noted: ending it ends the pushes to its browser. */
  noteBrowser(session: Buffer, deviceToken: string): Promise<void>
}

const TESTS: Quota = {
  name: 'push-tests',
  limit: 10,
  windowSeconds: 3600,
  message: "You've sent a lot of test notifications in the last hour. Please try again later.",
}

/** The devices that the signed-in person wants notified, in whatever circle. */
export const pushRoutes: FastifyPluginAsyncZod<{ deps: PushRoutesDeps }> = async (app, { deps }) => {
  const { db, clock } = deps
  const browserOf = (request: FastifyRequest): AskingBrowser => {
    const token = deps.deviceTokenOf(request)
    return {
      userAgent: request.headers['user-agent'],
      deviceHash: token === undefined ? undefined : hash('sha256', token, 'buffer'),
    }
  }
  const answer = async (request: FastifyRequest) => ({
    publicKey: deps.push.publicKey,
    devices: await listPushDevices(db, request.person.id, browserOf(request)),
  })

  app.get(
    '/api/push-devices',
    {
      schema: {
        description: 'The devices that are notified by push, and the key that a browser subscribes with.',
        response: { 200: pushDevicesSchema },
      },
    },
    answer,
  )

  app.post(
    '/api/push-devices',
    {
      schema: {
        description: 'Notifies this browser by push, with what its `PushSubscription` says.',
        body: addPushDeviceBody,
        response: { 201: pushDevicesSchema },
      },
    },
    async (request, reply) => {
      await addPushDevice(deps, request.person.id, request.body, browserOf(request))
      return reply.code(201).send(await answer(request))
    },
  )

  app.post(
    '/api/push-devices/renew',
    {
      schema: {
        description:
          'Notifies this browser at the address that its push service has given it instead; 404 where it is not notified.',
        body: addPushDeviceBody,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      await renewPushDevice(deps, request.person.id, request.body, browserOf(request))
      const device = deps.deviceTokenOf(request)
      if (device !== undefined) await deps.noteBrowser(request.session.tokenHash, device)
      return reply.code(204).send()
    },
  )

  app.delete(
    '/api/push-devices/:id',
    {
      schema: {
        description: 'Notifies a device no more.',
        params: idParams,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      await removePushDevice(db, request.person.id, request.params.id)
      return reply.code(204).send()
    },
  )

  app.post(
    '/api/push-devices/:id/test',
    {
      schema: {
        description: 'Sends a test notification to a device.',
        params: idParams,
        response: { 202: z.undefined() },
      },
    },
    async ({ person, account, params }, reply) => {
      const device = await db
        .selectFrom('pushDevices')
        .select('id')
        .where('id', '=', params.id)
        .where('personId', '=', person.id)
        .executeTakeFirst()
      if (!device) throw notFound('Device')
      await spendQuota(db, TESTS, String(person.id), clock.now())
      await db.transaction().execute((trx) =>
        deps.enqueuePush(trx, {
          ...{ accountId: account.id, personId: person.id, deviceId: device.id },
          content: {
            title: 'Cooee test',
            body: 'This device gets our notifications.',
            navigate: `${deps.publicUrl}/settings?tab=notifications`,
            topic: 'test',
          },
        }),
      )
      return reply.code(202).send()
    },
  )
}
