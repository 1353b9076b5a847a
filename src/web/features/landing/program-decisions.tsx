import { ContactBlank } from './pages/contact.tsx'

/**
 * What programs decide alone and in part, and on what: Australian privacy principles 1.7 to 1.9 ask every privacy policy for it from 10
 * December 2026, of fixed rules as well. A new rule that may change what happens to somebody belongs here.
 */
export function ProgramDecisions() {
  return (
    <>
      <h2>What our programs decide</h2>
      <p>
        Cooee is a computer program that follows fixed rules, the same for everyone. It gives nobody a score. The phone
        company’s programs turn speech into words and judge whether a person or a machine picked up; our rules use what
        they say.
      </p>
      <p>These things are decided without a person looking:</p>
      <ul>
        <li>
          <strong>When we ring, how often we try again and when we stop:</strong> from the schedule, the time zone,
          times away, what happened when we rang, the account’s plan and payments, and who has asked us not to ring.
        </li>
        <li>
          <strong>Whether a call counts as completed or missed:</strong> from the keys pressed, the words heard, and
          whether a person or a machine seems to have picked up.
        </li>
        <li>
          <strong>Whether someone has asked for help:</strong> from the keys pressed and the words heard. When in doubt
          we tell people.
        </li>
        <li>
          <strong>Whether someone has agreed to our calls or said no:</strong> from the keys they press and what they
          text.
        </li>
        <li>
          <strong>Who we tell, in which order and how:</strong> from the contacts and their order, each person’s
          settings, who has agreed or said no, and who has answered so far.
        </li>
        <li>
          <strong>How far an account or a phone number can be used:</strong> from wrong passwords, how many calls, texts
          and requests there were, and whether the plan is paid.
        </li>
      </ul>
      <p>
        <strong>Decided in part by a program:</strong> if an account rings unusually often, our program points it out. A
        person decides whether to suspend it.
      </p>
      <p>
        <strong>Short chats decide nothing.</strong> If a loved one has short chats switched on and has agreed, a
        language model (AI) suggests what our computer voice says next, and writes a summary afterwards. It can’t
        complete a call, stop one or agree to anything: the keys pressed, words for help and our plain question do. It
        can raise a concern that someone may need help, and never take one back. During the call we then ask them, and
        tell people unless they say they’re fine. After the call we tell people.
      </p>
      <p>
        Any of these can be wrong: speech can be misheard, and a voicemail taken for a person. To have a person look at
        a decision, or explain it, write to <ContactBlank />.
      </p>
    </>
  )
}
