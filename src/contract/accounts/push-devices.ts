import { z } from 'zod'
import { id, instant } from '#contract/wire.ts'

/** Devices of a person at once. */
export const MAX_PUSH_DEVICES = 10

/** Bytes in base64url without padding, as browsers write keys. */
const bytes = (length: number, message: string) =>
  z
    .string(message)
    .regex(/^[A-Za-z0-9_-]+$/, message)
    .refine((text) => Math.floor((text.length * 3) / 4) === length, message)

/** What `PushSubscription.toJSON()` gives. */
export const addPushDeviceBody = z.object({
  endpoint: z
    .url({ protocol: /^https?$/, error: 'The address of the push service is not valid' })
    .max(2_000, 'The address of the push service is too long'),
  keys: z.object({
    /** An uncompressed point of P-256. */
    p256dh: bytes(65, 'The key of the browser is not valid').refine(
      (text) => text.startsWith('B'),
      'The key of the browser is not valid',
    ),
    auth: bytes(16, 'The secret of the browser is not valid'),
  }),
})
export type AddPushDeviceBody = z.infer<typeof addPushDeviceBody>

export const pushDeviceSchema = z.object({
  id,
  /** In words: "Chrome on Android". */
  device: z.string(),
  createdAt: instant,
  /** When something was last handed to its push service; null: never. */
  lastSentAt: instant.nullable(),
  /** Its push service knows it no more: nothing is sent to it until it gives a new address. */
  isGone: z.boolean(),
  /** Whether this browser asks. */
  isThisDevice: z.boolean(),
})
export type PushDevice = z.infer<typeof pushDeviceSchema>

export const pushDevicesSchema = z.object({
  /** For `pushManager.subscribe`: the VAPID key, in base64url. */
  publicKey: z.string(),
  devices: z.array(pushDeviceSchema),
})
export type PushDevices = z.infer<typeof pushDevicesSchema>
