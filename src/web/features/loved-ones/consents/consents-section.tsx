import { useState } from 'react'
import type { Withdrawable } from '#contract/people/consents.ts'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { CONSENT_SUBJECTS } from '#core/consent/consent.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { declinedInWords } from '#web/domain/people/consent-note.tsx'
import { consentStanding } from '#web/domain/people/consent-standing.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ConsentLedger } from './consent-ledger.tsx'
import { consentInWords, SUBJECT_LABELS } from './consent-words.ts'
import { StopConsent } from './stop-consent.tsx'

const STOP_LABELS: Record<Withdrawable, string> = {
  recording: 'Stop recording',
  words: 'Stop showing the words',
  conversation: 'Stop the chats',
}

/** What a loved one has decided: since when and how, what can be taken back for them, and the whole ledger. */
export function ConsentsSection({ lovedOne }: { lovedOne: LovedOne }) {
  const [stopping, setStopping] = useState<Withdrawable | null>(null)
  const { name, timezone, consents } = lovedOne
  const called = shortName(name)
  // What nobody has been asked about, and nobody can be asked about yet, needs no line.
  const shown = CONSENT_SUBJECTS.filter((subject) => subject === 'calls' || consents[subject].state !== 'not_asked')
  return (
    <fieldset>
      <legend className="legend">What {called} has agreed to</legend>
      {consentStanding(lovedOne) === 'declined' && <Callout kind="quiet" title={declinedInWords(name)} />}
      <dl className="kvlist mt-3">
        {shown.map((subject) => (
          <div key={subject} className="flex flex-wrap items-center justify-between gap-2">
            <dt>{SUBJECT_LABELS[subject]}</dt>
            <dd className="flex grow flex-wrap items-center gap-x-3 gap-y-1">
              {subject === 'calls' && consents.calls.state === 'not_asked' && consents.calls.how === null
                ? `We’ll ask ${called} on the first call`
                : consentInWords(consents[subject], timezone)}
              {subject !== 'calls' && consents[subject].state === 'agreed' && (
                <Button size="sm" onClick={() => setStopping(subject)}>
                  {STOP_LABELS[subject]}
                </Button>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <ConsentLedger lovedOne={lovedOne} />
      {stopping && <StopConsent lovedOne={lovedOne} subject={stopping} onClose={() => setStopping(null)} />}
    </fieldset>
  )
}
