import { createHash, createHmac } from 'node:crypto'

/** A request as it came over the wire. */
export interface SignedRequest {
  method: string
  /** With its query, as it was sent. */
  target: string
  /** By their names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
}

export interface Authorization {
  keyId: string
  /** `20130524/us-east-1/s3/aws4_request` */
  scope: string
  signedHeaders: string[]
  signature: string
}

/** What the header `Authorization` says; null where it is not of AWS Signature Version 4. */
export function readAuthorization(header: string | undefined): Authorization | null {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8}\/[^/,]+\/s3\/aws4_request), ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      header ?? '',
    )
  if (!found) return null
  const [, keyId = '', scope = '', names = '', signature = ''] = found
  return { keyId, scope, signedHeaders: names.split(';'), signature }
}

/**
 * The signature that a request must carry. Written from the description alone, so that an error of a client's library is seen.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function signatureOf(
  { method, target, headers }: SignedRequest,
  { scope, signedHeaders }: Pick<Authorization, 'scope' | 'signedHeaders'>,
  secret: string,
): string {
  const [path = '', query = ''] = target.split(/\?(.*)/s)
  const canonicalRequest = [
    method,
    path.split('/').map(recoded).join('/'),
    canonicalQuery(query),
    ...signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/\s+/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    headers['x-amz-content-sha256'] ?? '',
  ].join('\n')
  const stringToSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'] ?? '', scope, sha256(canonicalRequest)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((from, part) => hmac(from, part), `AWS4${secret}`)
  return hmac(key, stringToSign).toString('hex')
}

export const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text, 'utf8').digest()

/** Everything but letters, digits, `-`, `.`, `_` and `~` as %XY. */
function recoded(text: string): string {
  return encodeURIComponent(decodeURIComponent(text)).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function canonicalQuery(query: string): string {
  if (query === '') return ''
  const pairs = query.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    return `${recoded(name)}=${recoded(value)}`
  })
  return pairs.sort().join('&')
}
