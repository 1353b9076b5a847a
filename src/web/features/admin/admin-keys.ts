/** The names of what admins load. Apart from those of everybody: no screen that most people open carries them. */
export const adminKeys = {
  stats: ['admin', 'stats'],
  system: ['admin', 'system'],
  talks: ['admin', 'talks'],
  languages: ['admin', 'languages'],
  audit: ['admin', 'audit'],
  accounts: ['admin', 'accounts'],
  refusedNumbers: ['admin', 'refused-numbers'],
  testCalls: ['admin', 'test-calls'],
  webhooks: ['admin', 'webhooks'],
  twimlTemplates: ['admin', 'twiml-templates'],
} as const
