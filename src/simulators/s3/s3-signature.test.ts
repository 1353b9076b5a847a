import { expect, test } from 'vitest'
import { readAuthorization, signatureOf } from './s3-signature.ts'

// The examples of https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
const SCOPE = '20130524/us-east-1/s3/aws4_request'
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const HOST = { host: 'examplebucket.s3.amazonaws.com', 'x-amz-date': '20130524T000000Z' }

test.each([
  {
    method: 'GET',
    target: '/test.txt',
    headers: { ...HOST, range: 'bytes=0-9', 'x-amz-content-sha256': EMPTY },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    method: 'PUT',
    target: '/test%24file.text',
    headers: {
      ...HOST,
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    },
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    method: 'GET',
    target: '/?lifecycle',
    headers: { ...HOST, 'x-amz-content-sha256': EMPTY },
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    method: 'GET',
    target: '/?max-keys=2&prefix=J',
    headers: { ...HOST, 'x-amz-content-sha256': EMPTY },
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
])('the published example $method $target has its published signature', ({ signature, ...request }) => {
  const signedHeaders = Object.keys(request.headers).sort()
  expect(signatureOf(request, { scope: SCOPE, signedHeaders }, SECRET)).toBe(signature)
})

test('the header of the published example is read', () => {
  const header = `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/${SCOPE},SignedHeaders=host;range,Signature=${'f0'.repeat(32)}`
  expect(readAuthorization(header)).toEqual({
    keyId: 'AKIAIOSFODNN7EXAMPLE',
    scope: SCOPE,
    signedHeaders: ['host', 'range'],
    signature: 'f0'.repeat(32),
  })
  expect(readAuthorization('Basic Og==')).toBeNull()
})
