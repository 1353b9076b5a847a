/**
 * What does it. `due work`: rows of a table that fall due at an instant, claimed under a lease (`runDueWork`). `poll loop`: polls every second for
 * what is due (`runPollLoop`). `job`: sent to pg-boss in the transaction that asks for it. `scheduled`: run by pg-boss each minute or hour.
 */
type Mechanism = 'due work' | 'poll loop' | 'job' | 'scheduled'

/** A kind of work that is done later than it was asked for. */
export interface LaterWork {
  readonly name: string
  readonly mechanism: Mechanism
  /** Who is notified when it fails again and again. */
  readonly notifies: 'family' | 'account holder' | 'admins' | 'nobody'
  /** Where it is not the admins: why. */
  readonly because?: string
  /** While it fails, calls or alerts are dialled late: the admins read that. */
  readonly delays?: true
}

/** Every kind of later work, and who is notified when it fails for good. A test holds that the list is complete and that each keeps its guarantees. */
export const LATER_WORK = [
  {
    name: 'reconcile dial: care',
    mechanism: 'due work',
    notifies: 'family',
    because: 'nobody knows how the person is: an incident is opened',
  },
  {
    name: 'reconcile dial: alert',
    mechanism: 'due work',
    notifies: 'nobody',
    because: 'the ladder has notified the next person long before',
  },
  {
    name: 'reconcile dial: test',
    mechanism: 'due work',
    notifies: 'nobody',
    because: 'the screen of the admin who tests says after ten minutes that its end is not known',
  },
  {
    name: 'reconcile dial: voice',
    mechanism: 'due work',
    notifies: 'nobody',
    because: 'the member who records their voice waits at the screen, and asks again',
  },
  {
    name: 'incident step',
    mechanism: 'due work',
    notifies: 'account holder',
    because: 'nobody else is asked to check',
  },
  {
    name: 'cancel call at provider',
    mechanism: 'due work',
    notifies: 'nobody',
    because: 'after a day the provider keeps it queued no longer',
  },
  { name: 'deliver webhook', mechanism: 'due work', notifies: 'admins' },

  { name: 'find due calls', mechanism: 'poll loop', notifies: 'admins', delays: true },
  { name: 'reconcile dials', mechanism: 'poll loop', notifies: 'admins', delays: true },
  { name: 'cancel calls at the provider', mechanism: 'poll loop', notifies: 'admins' },
  { name: 'take the steps of incidents', mechanism: 'poll loop', notifies: 'admins', delays: true },
  { name: 'ring alerts by phone', mechanism: 'poll loop', notifies: 'admins', delays: true },
  { name: 'cancel ringing alerts', mechanism: 'poll loop', notifies: 'admins' },
  { name: 'report late calls', mechanism: 'poll loop', notifies: 'admins', delays: true },
  { name: 'record the heartbeat', mechanism: 'poll loop', notifies: 'admins' },
  { name: 'deliver mails without a job', mechanism: 'poll loop', notifies: 'admins', delays: true },
  { name: 'deliver texts without a job', mechanism: 'poll loop', notifies: 'admins', delays: true },
  { name: 'deliver pushes without a job', mechanism: 'poll loop', notifies: 'admins' },
  { name: 'write fallback texts of mails', mechanism: 'poll loop', notifies: 'admins', delays: true },
  { name: 'deliver webhooks', mechanism: 'poll loop', notifies: 'admins' },

  {
    name: 'place-call',
    mechanism: 'job',
    notifies: 'account holder',
    because: 'it only wakes the dispatcher: a call that does not leave is reported as late',
  },
  { name: 'deliver-mail', mechanism: 'job', notifies: 'admins', delays: true },
  { name: 'deliver-text', mechanism: 'job', notifies: 'admins', delays: true },
  { name: 'deliver-help-mail', mechanism: 'job', notifies: 'admins', delays: true },
  { name: 'deliver-help-text', mechanism: 'job', notifies: 'admins', delays: true },
  { name: 'deliver-push', mechanism: 'job', notifies: 'admins' },
  { name: 'send-reset-link', mechanism: 'job', notifies: 'admins' },
  { name: 'fetch-recording', mechanism: 'job', notifies: 'admins' },
  { name: 'delete-recording', mechanism: 'job', notifies: 'admins' },
  { name: 'converge-subscription', mechanism: 'job', notifies: 'admins' },
  { name: 'summarise-talk', mechanism: 'job', notifies: 'admins' },

  { name: 'send summaries', mechanism: 'scheduled', notifies: 'admins' },
  { name: 'send weekly letters', mechanism: 'scheduled', notifies: 'admins' },
  { name: 'lapse trials and payments', mechanism: 'scheduled', notifies: 'admins' },
  { name: 'reconcile subscriptions', mechanism: 'scheduled', notifies: 'admins' },
  { name: 'stop charging', mechanism: 'scheduled', notifies: 'admins' },
  { name: 'delete accounts', mechanism: 'scheduled', notifies: 'admins' },
  { name: 'fetch and delete recordings', mechanism: 'scheduled', notifies: 'admins' },
  { name: 'move and delete stored recordings', mechanism: 'scheduled', notifies: 'admins' },
  { name: 'ask for deliveries of texts', mechanism: 'scheduled', notifies: 'admins' },
  { name: 'find lost texts', mechanism: 'scheduled', notifies: 'admins' },
  { name: 'ask contacts', mechanism: 'scheduled', notifies: 'admins' },
  { name: 'report times away', mechanism: 'scheduled', notifies: 'admins' },
  { name: 'offer hot days', mechanism: 'scheduled', notifies: 'admins' },
  { name: 'warn of use', mechanism: 'scheduled', notifies: 'admins' },
  { name: 'warn of shortage', mechanism: 'scheduled', notifies: 'admins' },
  { name: 'encrypt with the current key', mechanism: 'scheduled', notifies: 'admins' },
  { name: 'count ended calls', mechanism: 'scheduled', notifies: 'admins' },
  { name: 'delete old records', mechanism: 'scheduled', notifies: 'admins' },
  { name: 'delete what was kept long enough', mechanism: 'scheduled', notifies: 'admins' },
] as const satisfies readonly LaterWork[]

export type LaterWorkName = (typeof LATER_WORK)[number]['name']

/** Whether calls or alerts are dialled late while this kind of work fails. */
export function delaysAlerts(name: string): boolean {
  return LATER_WORK.some((work) => work.name === name && 'delays' in work)
}
