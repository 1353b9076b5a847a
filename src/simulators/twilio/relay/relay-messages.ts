/** What the account's server may send to the relay. */
export type RelayMessage =
  | { type: 'text'; token: string; last: boolean; interruptible: boolean; preemptible: boolean }
  | { type: 'play'; source: string; interruptible: boolean }
  | { type: 'sendDigits'; digits: string }
  | { type: 'language' }
  | { type: 'end'; handoffData: string | null }

/** Reads one message as the provider validates it; null for a malformed one. */
export function readMessage(text: string): RelayMessage | null {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof parsed !== 'object' || parsed === null) return null
  const message = parsed as Record<string, unknown>
  const isOptional = (name: string, type: string) => message[name] === undefined || typeof message[name] === type
  switch (message.type) {
    case 'text':
      if (typeof message.token !== 'string') return null
      if (!['last', 'interruptible', 'preemptible'].every((name) => isOptional(name, 'boolean'))) return null
      return {
        type: 'text',
        token: message.token,
        last: message.last === true,
        interruptible: message.interruptible !== false,
        preemptible: message.preemptible === true,
      }
    case 'play':
      if (typeof message.source !== 'string' || !URL.canParse(message.source)) return null
      return { type: 'play', source: message.source, interruptible: message.interruptible !== false }
    case 'sendDigits':
      if (typeof message.digits !== 'string' || !/^[0-9w#*]+$/.test(message.digits)) return null
      return { type: 'sendDigits', digits: message.digits }
    case 'language':
      return isOptional('ttsLanguage', 'string') && isOptional('transcriptionLanguage', 'string')
        ? { type: 'language' }
        : null
    case 'end':
      if (!isOptional('handoffData', 'string')) return null
      return { type: 'end', handoffData: typeof message.handoffData === 'string' ? message.handoffData : null }
    default:
      return null
  }
}
