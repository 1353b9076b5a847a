import twilio from 'twilio'

const { RequestClient } = twilio
type RequestOptions = Parameters<InstanceType<typeof RequestClient>['request']>[0]

/** Longer than this and the answer counts as unknown; a claim's settling time is longer still. */
const REQUEST_TIMEOUT_MS = 10_000
/** Connections that are kept and used again, at most. */
const CONNECTIONS = 100
/** What the provider answers is a few kilobytes; a list of fifty calls some dozens. */
const LONGEST_ANSWER_BYTES = 10_000_000

/** The official package's HTTP client, pointed at another host. Everything else (encoding, authentication, errors) stays the package's. */
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
    this.axios.defaults.maxContentLength = LONGEST_ANSWER_BYTES
    // The package's own limit is one of silence: an answer that trickles in never ends it.
    this.axios.interceptors.request.use((config) => ({
      signal: AbortSignal.timeout(config.timeout ?? REQUEST_TIMEOUT_MS),
      ...config,
    }))
  }

  override request<Data>(options: RequestOptions) {
    return super.request({ ...options, uri: this.#addressOf(options.uri) }) as ReturnType<
      typeof RequestClient.prototype.request<Data>
    >
  }

  /** Where a request goes that the package addresses to its own provider. */
  #addressOf(uri: string): string {
    return this.#baseUrl ? rebase(uri, this.#baseUrl) : uri
  }
}

function rebase(uri: string, baseUrl: URL): string {
  const address = new URL(uri)
  return `${baseUrl.origin}${baseUrl.pathname.replace(/\/$/, '')}${address.pathname}${address.search}`
}
