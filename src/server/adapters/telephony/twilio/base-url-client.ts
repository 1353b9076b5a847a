import twilio from 'twilio'

const { RequestClient } = twilio
export type RequestOptions = Parameters<InstanceType<typeof RequestClient>['request']>[0]

/** Longer than this and the answer counts as unknown; a claim's settling time is longer still. */
export const REQUEST_TIMEOUT_MS = 10_000
/** Connections that are kept and used again, at most. */
export const CONNECTIONS = 100

/**
 * The official package's HTTP client, pointed at another host: the package itself always builds addresses of its own
 * provider. Everything else (encoding, authentication, errors) stays the package's.
 */
export class BaseUrlClient extends RequestClient {
  readonly #baseUrl: URL | null

  constructor(baseUrl: string | undefined) {
    super({
      timeout: REQUEST_TIMEOUT_MS,
      keepAlive: true,
      maxSockets: CONNECTIONS,
      maxTotalSockets: CONNECTIONS,
      autoRetry: false,
    })
    this.#baseUrl = baseUrl ? new URL(baseUrl) : null
  }

  override request<Data>(options: RequestOptions) {
    return super.request({ ...options, uri: this.addressOf(options.uri) }) as ReturnType<
      typeof RequestClient.prototype.request<Data>
    >
  }

  /** Where a request goes that the package addresses to its own provider. */
  protected addressOf(uri: string): string {
    return this.#baseUrl ? rebase(uri, this.#baseUrl) : uri
  }
}

function rebase(uri: string, baseUrl: URL): string {
  const address = new URL(uri)
  return `${baseUrl.origin}${baseUrl.pathname.replace(/\/$/, '')}${address.pathname}${address.search}`
}
