import twilio from 'twilio'
import type RequestClient from 'twilio/lib/base/RequestClient.js'

/** The official client, its requests sent to another base URL: the SDK itself only knows hosts under twilio.com. */
export function sdkClient(baseUrl: string, accountSid: string, authToken: string): twilio.Twilio {
  class RedirectedClient extends twilio.RequestClient {
    override request<TData>(options: RequestClient.RequestOptions<TData>) {
      const { pathname, search } = new URL(options.uri)
      return super.request<TData>({ ...options, uri: `${baseUrl}${pathname}${search}` })
    }
  }
  return twilio(accountSid, authToken, { httpClient: new RedirectedClient() })
}
