import twilio from 'twilio'

const { RequestClient } = twilio
type RequestOptions = Parameters<InstanceType<typeof RequestClient>['request']>[0]

/** Longer than this and the answer counts as unknown; a claim's settling time is longer still. */
const REQUEST_TIMEOUT_MS = 10_000

/**
 * The official package's HTTP client, pointed at another host: the package itself always builds addresses of its own
 * provider. Everything else (encoding, authentication, errors) stays the package's.
 */
export class BaseUrlClient extends RequestClient {
  readonly #baseUrl: URL | null

  constructor(baseUrl: string | undefined) {
    super({ timeout: REQUEST_TIMEOUT_MS, keepAlive: true, maxSockets: 100, maxTotalSockets: 100, autoRetry: false })
    this.#baseUrl = baseUrl ? new URL(baseUrl) : null
  }

  override request<Data>(options: RequestOptions) {
    const uri = this.#baseUrl ? rebase(options.uri, this.#baseUrl) : options.uri
    return super.request({ ...options, uri }) as ReturnType<typeof RequestClient.prototype.request<Data>>
  }
}

function rebase(uri: string, baseUrl: URL): string {
  const address = new URL(uri)
  return `${baseUrl.origin}${baseUrl.pathname.replace(/\/$/, '')}${address.pathname}${address.search}`
}
