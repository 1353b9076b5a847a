import { expect, test } from 'vitest'
import { signRequest } from './sign-request.ts'

// The examples of https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
const KEY = {
  region: 'us-east-1',
  keyId: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const HOST = 'https://examplebucket.s3.amazonaws.com'
const AT = new Date('2013-05-24T00:00:00.000Z')

test('reading the first ten bytes is signed as the documentation of AWS has it', async () => {
  const asked = {
    method: 'GET',
    url: `${HOST}/test.txt`,
    body: Buffer.alloc(0),
    headers: { range: 'bytes=0-9' },
  } as const
  expect((await signRequest(asked, KEY, AT)).get('authorization')).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ' +
      'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, ' +
      'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})

test('writing an object is signed as the documentation of AWS has it', async () => {
  const headers = { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' }
  const body = Buffer.from('Welcome to Amazon S3.')
  const signed = await signRequest({ method: 'PUT', url: `${HOST}/test%24file.text`, body, headers }, KEY, AT)
  expect(signed.get('authorization')).toContain(
    'Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  )
})
