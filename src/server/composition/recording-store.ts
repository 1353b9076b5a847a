import type { Env } from '#server/platform/environment/env.ts'
import type { S3Account } from '../adapters/sounds/s3-account.ts'

/** The store outside where the sounds of recordings are stored; null: they are stored in the database. */
export function recordingStoreAccount(env: Env): S3Account | null {
  if (env.RECORDINGS_S3_URL === undefined) return null
  return {
    url: env.RECORDINGS_S3_URL,
    region: env.RECORDINGS_S3_REGION ?? '',
    keyId: env.RECORDINGS_S3_KEY_ID ?? '',
    secret: env.RECORDINGS_S3_SECRET ?? '',
  }
}
