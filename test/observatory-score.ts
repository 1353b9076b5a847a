type Headers = Readonly<Record<string, string | string[] | number | undefined>>

/** What a scan adds and takes away, each with its reason. */
export interface Score {
  score: number
  parts: Record<string, number>
}

/**
 * The arithmetic of MDN's HTTP Observatory for one page: 100 to begin with, losses, and gains where the score without them
 * is 90 or more. What needs more than one answer is left out: redirection, the preload list, integrity of foreign scripts.
 */
export function observatoryScore(headers: Headers): Score {
  const policy = policyOf(headers)
  const scripts = policy.get('script-src') ?? policy.get('default-src') ?? []
  const styles = policy.get('style-src') ?? policy.get('default-src') ?? []
  const isUnsafe = [...scripts, ...styles].some((source) => source === "'unsafe-inline'" || source === 'data:')
  const maxAge = Number(/max-age=(\d+)/.exec(text(headers, 'strict-transport-security'))?.[1] ?? 0)
  const cookies = [headers['set-cookie'] ?? []].flat().map(String)
  const isFramed = policy.get('frame-ancestors')?.join() !== "'none'"
  const losses = {
    'no content security policy': policy.size === 0 ? -25 : 0,
    'scripts or styles from anywhere': policy.size > 0 && isUnsafe ? -20 : 0,
    'code from text': scripts.includes("'unsafe-eval'") ? -10 : 0,
    'a cookie that is not Secure': cookies.some((cookie) => !/;\s*secure/i.test(cookie)) ? -40 : 0,
    'open to every origin': text(headers, 'access-control-allow-origin') === '*' ? -50 : 0,
    'no HSTS': maxAge === 0 ? -20 : 0,
    'HSTS for less than half a year': maxAge > 0 && maxAge < 15_768_000 ? -10 : 0,
    'can be framed': isFramed && text(headers, 'x-frame-options') === '' ? -20 : 0,
    'types are guessed': text(headers, 'x-content-type-options') === 'nosniff' ? 0 : -5,
  }
  const gains = {
    'a policy that begins with nothing': !isUnsafe && policy.get('default-src')?.join() === "'none'" ? 10 : 0,
    'frame-ancestors': isFramed ? 0 : 5,
    'private referrer': /^(no-referrer|same-origin|strict-origin)/.test(text(headers, 'referrer-policy')) ? 5 : 0,
    'opener policy': text(headers, 'cross-origin-opener-policy') === 'same-origin' ? 10 : 0,
    'embedder policy': text(headers, 'cross-origin-embedder-policy') === 'require-corp' ? 10 : 0,
    'resource policy': /^same-(origin|site)$/.test(text(headers, 'cross-origin-resource-policy')) ? 10 : 0,
  }
  const withoutGains = 100 + sum(losses)
  return { score: withoutGains >= 90 ? withoutGains + sum(gains) : withoutGains, parts: { ...losses, ...gains } }
}

const text = (headers: Headers, name: string): string => String(headers[name] ?? '')
const sum = (parts: Record<string, number>): number => Object.values(parts).reduce((total, part) => total + part, 0)

/** The directives of a content security policy, each with its sources. */
export function policyOf(headers: Headers): Map<string, string[]> {
  const directives = text(headers, 'content-security-policy')
    .split(';')
    .map((directive) => directive.trim().split(/\s+/))
  return new Map(directives.flatMap(([name, ...sources]) => (name ? [[name, sources]] : [])))
}
