import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Account } from '../s3-account.ts'

interface S3Request {
  method: 'GET' | 'PUT' | 'DELETE'
  url: string
  body: Buffer
  /** Further headers, all of which are signed. */
  headers?: Record<string, string>
}

/**
 * The headers of a request with AWS Signature Version 4, made at `now`. The body's hash is signed with it, so that the store
 * refuses a body that was changed on the way. A store refuses what is signed more than 15 minutes before or after its own time.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export async function signRequest(
  { method, url, body, headers = {} }: S3Request,
  { region, keyId, secret }: Omit<S3Account, 'url'>,
  now: Date,
): Promise<Headers> {
  const signed = await new AwsV4Signer({
    ...{ method, url, region, service: 's3', accessKeyId: keyId, secretAccessKey: secret },
    headers: { ...headers, 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
    // `20130524T000000Z`
    datetime: now.toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
    allHeaders: true,
  }).sign()
  return signed.headers
}
